# tfmdrill: encoder-decoder-block (torch)
import torch
import torch.nn.functional as F
def ln(x, g, b):
    m = x.mean(-1, keepdim=True)
    v = x.var(-1, keepdim=True, unbiased=False)
    return (x - m) / torch.sqrt(v + 1e-5) * g + b
def attention(x, src, p, pre, h, allowed):
    B, n, d = x.shape
    m = src.shape[1]
    dh = d // h
    q = (x @ p[pre + "_q"]).view(B, n, h, dh).transpose(1, 2)
    k = (src @ p[pre + "_k"]).view(B, m, h, dh).transpose(1, 2)
    v = (src @ p[pre + "_v"]).view(B, m, h, dh).transpose(1, 2)
    s = q @ k.transpose(-1, -2) / dh ** 0.5
    s = s.masked_fill(~allowed, -1e9)
    w = s.softmax(-1) * allowed
    y = (w @ v).transpose(1, 2).reshape(B, n, d)
    return y @ p[pre + "_o"]
def mlp(x, p):
    return F.gelu(x @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]
def decoder_block(x, memory, params, *, n_heads, key_mask=None, memory_mask=None):
    p = params
    B, n, d = x.shape
    m = memory.shape[1]
    own = torch.ones(n, n).tril().bool().expand(B, 1, n, n)
    if key_mask is not None:
        own = own & key_mask[:, None, None, :] & key_mask[:, None, :, None]
    cross = torch.ones(B, 1, n, m, dtype=torch.bool)
    if memory_mask is not None:
        cross = cross & memory_mask[:, None, None, :]
    y = ln(x, p["gamma1"], p["beta1"])
    x = x + attention(y, y, p, "w", n_heads, own)
    x = x + attention(ln(x, p["gamma3"], p["beta3"]), memory, p, "x", n_heads, cross)
    x = x + mlp(ln(x, p["gamma2"], p["beta2"]), p)
    return x
