# tfmdrill: transformer-block (torch)
import torch
import torch.nn.functional as F
def ln(x, g, b):
    m = x.mean(-1, keepdim=True)
    v = x.var(-1, keepdim=True, unbiased=False)
    return (x - m) / torch.sqrt(v + 1e-5) * g + b
def attention(x, p, h, causal, key_mask):
    B, n, d = x.shape
    dh = d // h
    q = (x @ p["w_q"]).view(B, n, h, dh).transpose(1, 2)
    k = (x @ p["w_k"]).view(B, n, h, dh).transpose(1, 2)
    v = (x @ p["w_v"]).view(B, n, h, dh).transpose(1, 2)
    s = q @ k.transpose(-1, -2) / dh ** 0.5
    allowed = torch.ones(B, 1, n, n, dtype=torch.bool)
    if causal:
        allowed = allowed & torch.ones(n, n).tril(-1).bool()
    if key_mask is not None:
        allowed = allowed & key_mask[:, None, None, :]
    s = s.masked_fill(~allowed, -1e9)
    w = s.softmax(-1) * allowed
    y = (w @ v).transpose(1, 2).reshape(B, n, d)
    return y @ p["w_o"]
def mlp(x, p):
    return F.gelu(x @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]
def transformer_block(x, params, *, n_heads, norm="pre", causal=True, key_mask=None):
    p = params
    if norm == "pre":
        x = x + attention(ln(x, p["gamma1"], p["beta1"]), p, n_heads, causal, key_mask)
        x = x + mlp(ln(x, p["gamma2"], p["beta2"]), p)
    else:
        x = ln(x + attention(x, p, n_heads, causal, key_mask), p["gamma1"], p["beta1"])
        x = ln(x + mlp(x, p), p["gamma2"], p["beta2"])
    return x
