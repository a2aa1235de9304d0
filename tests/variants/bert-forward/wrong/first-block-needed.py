# tfmdrill: bert-forward (torch)
import torch
import torch.nn.functional as F
def ln(x, g, b):
    m = x.mean(-1, keepdim=True)
    v = x.var(-1, keepdim=True, unbiased=False)
    return (x - m) / torch.sqrt(v + 1e-5) * g + b
def attention(x, p, h, mask):
    B, n, d = x.shape
    dh = d // h
    q = (x @ p["w_q"]).view(B, n, h, dh).transpose(1, 2)
    k = (x @ p["w_k"]).view(B, n, h, dh).transpose(1, 2)
    v = (x @ p["w_v"]).view(B, n, h, dh).transpose(1, 2)
    s = q @ k.transpose(-1, -2) / dh ** 0.5
    m = mask[:, None, None, :]
    s = s.masked_fill(~m, -1e9)
    w = s.softmax(-1) * m
    y = (w @ v).transpose(1, 2).reshape(B, n, d)
    return y @ p["w_o"]
def mlp(x, p):
    return F.gelu(x @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]
def bert_forward(ids, segment_ids, attention_mask, params, *, n_heads):
    n = ids.shape[1]
    x = params["tok"][ids] + params["pos"][:n] + params["seg"][segment_ids]
    x = ln(x, params["gamma_e"], params["beta_e"])
    width = params["blocks"][0]["w_q"].shape[0] // n_heads
    for p in params["blocks"]:
        x = ln(x + attention(x, p, n_heads, attention_mask), p["gamma1"], p["beta1"])
        x = ln(x + mlp(x, p), p["gamma2"], p["beta2"])
    return x
