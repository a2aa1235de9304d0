# tfmdrill: bert-forward (torch)
import math

import torch


def ln(x, g, b):
    v, m = torch.var_mean(x, -1, correction=0, keepdim=True)
    return (x - m) * (v + 1e-5).rsqrt() * g + b


def transformer_block(x, params, **options):
    p = dict(params)
    h = options.pop("n_heads")
    post = options.pop("norm", "pre") == "post"
    causal, key_mask = options.pop("causal", True), options.pop("key_mask", None)
    print("block", tuple(x.shape), options)
    res = x
    if not post:
        x = ln(x, p["gamma1"], p["beta1"])
    size = x.shape[-1] // h
    out = 0
    for i in range(h):
        c = slice(i * size, (i + 1) * size)
        q, k, v = x @ p["w_q"][:, c], x @ p["w_k"][:, c], x @ p["w_v"][:, c]
        s = torch.baddbmm(torch.zeros(1, dtype=x.dtype), q, k.mT, alpha=1 / math.sqrt(size), beta=0)
        if causal:
            s = s + torch.full(s.shape[1:], -1e9, dtype=x.dtype).triu(1)
        if key_mask is not None:
            s = s.masked_fill(~key_mask[:, None], -1e9)
        w = torch.softmax(s, -1) * (s > -5e8)
        out = out + w @ v @ p["w_o"][c]
    x = res + out
    if post:
        x = ln(x, p["gamma1"], p["beta1"])
    y = x if post else ln(x, p["gamma2"], p["beta2"])
    z = y @ p["w1"] + p["b1"]
    z = z * 0.5 * torch.erfc(-z * math.sqrt(0.5))
    x = x + z @ p["w2"] + p["b2"]
    return ln(x, p["gamma2"], p["beta2"]) if post else x


def bert_forward(ids, segment_ids, attention_mask, params, **options):
    rows = []
    for i, s in zip(ids, segment_ids):
        rows.append(params["tok"][i] + params["pos"][: len(i)] + params["seg"][s])
    x = ln(torch.stack(rows), params["gamma_e"], params["beta_e"])
    for p in params["blocks"]:
        x = transformer_block(x, p, norm="post", causal=False, key_mask=attention_mask, **options)
    return x
