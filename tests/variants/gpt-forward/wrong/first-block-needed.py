# tfmdrill: gpt-forward (torch)
import torch
import torch.nn.functional as F
def ln(x, g, b):
    m = x.mean(-1, keepdim=True)
    v = x.var(-1, keepdim=True, unbiased=False)
    return (x - m) / torch.sqrt(v + 1e-5) * g + b
def attention(x, p, h):
    B, n, d = x.shape
    dh = d // h
    q = (x @ p["w_q"]).view(B, n, h, dh).transpose(1, 2)
    k = (x @ p["w_k"]).view(B, n, h, dh).transpose(1, 2)
    v = (x @ p["w_v"]).view(B, n, h, dh).transpose(1, 2)
    s = q @ k.transpose(-1, -2) / dh ** 0.5
    s = s.masked_fill(torch.ones(n, n).triu(1).bool(), -1e9)
    y = (s.softmax(-1) @ v).transpose(1, 2).reshape(B, n, d)
    return y @ p["w_o"]
def mlp(x, p):
    return F.gelu(x @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]
def gpt_forward(ids, params, *, n_heads):
    n = ids.shape[1]
    if n > len(params["pos"]):
        raise ValueError("too long")
    x = params["tok"][ids] + params["pos"][:n]
    width = params["blocks"][0]["w_q"].shape[0] // n_heads
    for p in params["blocks"]:
        x = x + attention(ln(x, p["gamma1"], p["beta1"]), p, n_heads)
        x = x + mlp(ln(x, p["gamma2"], p["beta2"]), p)
    return ln(x, params["gamma_f"], params["beta_f"]) @ params["tok"].T
