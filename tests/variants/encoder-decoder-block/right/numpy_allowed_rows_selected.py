# tfmdrill: encoder-decoder-block (numpy)
import math
import numpy as np


def decoder_block(x, memory, params, *, n_heads, key_mask=None, memory_mask=None):
    p = {k: np.asarray(v, float) for k, v in params.items()}
    B, n, d = x.shape
    dh = d // n_heads
    ln = lambda r, i: (r - r.mean()) / math.sqrt(r.var() + 1e-5) * p[f"gamma{i}"] + p[f"beta{i}"]

    def attend(row, keys, pre):
        if len(keys) == 0:
            return np.zeros(d)
        q, K, V = row @ p[pre + "q"], keys @ p[pre + "k"], keys @ p[pre + "v"]
        out = []
        for i in range(0, d, dh):
            s = K[:, i : i + dh] @ q[i : i + dh] / math.sqrt(dh)
            w = np.exp(s - s.max())
            out.append(w @ V[:, i : i + dh] / w.sum())
        return np.concatenate(out) @ p[pre + "o"]

    out = np.zeros((B, n, d))
    for b in range(B):
        X = x[b].astype(float)
        Y = np.array([ln(r, 1) for r in X])
        ok = np.ones(n, bool) if key_mask is None else np.array(key_mask[b])
        M = (
            memory[b].astype(float)
            if memory_mask is None
            else memory[b][memory_mask[b]].astype(float)
        )
        for t in range(n):
            r = X[t] + attend(Y[t], Y[: t + 1][ok[: t + 1]], "w_")
            r = r + attend(ln(r, 3), M, "x_")
            u = ln(r, 2) @ p["w1"] + p["b1"]
            out[b, t] = (
                r
                + np.array([t_ * (1 + math.erf(t_ / math.sqrt(2))) / 2 for t_ in u]) @ p["w2"]
                + p["b2"]
            )
    return out.astype(x.dtype)
