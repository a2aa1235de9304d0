# tfmdrill: gpt-forward (numpy)
import math
import numpy as np


def _ln(v, g, b):
    v = v.astype(float)
    return (v - v.mean()) / math.sqrt(v.var() + 1e-5) * g + b


def _gelu(v):
    return np.array([t * (1 + math.erf(t / 2**0.5)) / 2 for t in v])


def _run(xs, blocks, h):
    if not blocks:
        return xs
    p, *rest = blocks
    ys = [_ln(x, p["gamma1"], p["beta1"]) for x in xs]
    Q, K, V = ([y @ p[w] for y in ys] for w in ("w_q", "w_k", "w_v"))
    out = []
    for t, x in enumerate(xs):
        w = len(x) // h
        parts = []
        for i in range(0, len(x), w):
            s = np.array([Q[t][i : i + w] @ K[j][i : i + w] for j in range(t + 1)]) / math.sqrt(w)
            e = np.exp(s - s.max())
            parts.append(sum(a * V[j][i : i + w] for j, a in enumerate(e / e.sum())))
        x = x + np.concatenate(parts) @ p["w_o"]
        out.append(x + _gelu(_ln(x, p["gamma2"], p["beta2"]) @ p["w1"] + p["b1"]) @ p["w2"])
    return _run(out, rest, h)


def gpt_forward(ids, params, *, n_heads):
    if ids.shape[1] > len(params["pos"]):
        raise ValueError(ids.shape[1])
    return [
        [
            (_ln(x, params["gamma_f"], params["beta_f"]) @ params["tok"].T).tolist()
            for x in _run(
                [params["tok"][i] + params["pos"][t] for t, i in enumerate(row)],
                params["blocks"],
                n_heads,
            )
        ]
        for row in ids
    ]
