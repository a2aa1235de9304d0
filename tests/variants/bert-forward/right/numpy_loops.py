# tfmdrill: bert-forward (numpy)
import math

import numpy as np


def normed(row, g, b):
    m = sum(row) / len(row)
    v = sum((a - m) ** 2 for a in row) / len(row)
    return np.array([(a - m) / math.sqrt(v + 1e-5) * s + t for a, s, t in zip(row, g, b)])


def transformer_block(x, params, *, n_heads, norm="pre", causal=True, key_mask=None):
    p = {k: v.astype(np.float64) for k, v in params.items()}
    out = np.zeros(x.shape)
    for b, tokens in enumerate(x.astype(np.float64)):
        seen = [normed(t, p["gamma1"], p["beta1"]) if norm == "pre" else t for t in tokens]
        for i in range(len(tokens)):
            keys = [j for j in range(len(tokens)) if not (causal and j > i)]
            if key_mask is not None:
                keys = [j for j in keys if key_mask[b, j]]
            y = tokens[i] + attend(seen, i, keys, p, n_heads)
            if norm == "post":
                y = normed(y, p["gamma1"], p["beta1"])
            z = normed(y, p["gamma2"], p["beta2"]) if norm == "pre" else y
            h = z @ p["w1"] + p["b1"]
            h = np.array([0.5 * a * (1 + math.erf(a / math.sqrt(2))) for a in h])
            y = y + h @ p["w2"] + p["b2"]
            out[b, i] = normed(y, p["gamma2"], p["beta2"]) if norm == "post" else y
    return out.astype(x.dtype)


def attend(seen, i, keys, p, h):
    d = len(seen[0])
    result = np.zeros(d)
    if not keys:
        return result
    for a in range(0, d, d // h):
        c = slice(a, a + d // h)
        q = seen[i] @ p["w_q"][:, c]
        s = [q @ (seen[j] @ p["w_k"][:, c]) / math.sqrt(d // h) for j in keys]
        e = [math.exp(t - max(s)) for t in s]
        result[c] = sum(w / sum(e) * (seen[j] @ p["w_v"][:, c]) for w, j in zip(e, keys))
    return result @ p["w_o"]


def bert_forward(ids, segment_ids, attention_mask, params, *, n_heads):
    d = params["tok"].shape[1]
    x = np.zeros((*ids.shape, d))
    for b, t in np.ndindex(*ids.shape):
        row = (
            params["tok"][ids[b, t]].astype(float)
            + params["pos"][t]
            + params["seg"][segment_ids[b, t]]
        )
        x[b, t] = normed(row, params["gamma_e"], params["beta_e"])
    for p in params["blocks"]:
        x = transformer_block(
            x, p, n_heads=n_heads, norm="post", causal=False, key_mask=attention_mask
        )
    return x.astype(params["tok"].dtype)
