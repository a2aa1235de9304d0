# tfmdrill: encoder-decoder-block (torch)
import torch
from torch import nn
import torch.nn.functional as F


class MHA(nn.Module):
    def __init__(self, p, pre, h):
        super().__init__()
        self.w = [p[pre + c] for c in "qkvo"]
        self.h = h

    def forward(self, a, b, keep):
        q, k, v = (t @ w for t, w in zip((a, b, b), self.w))
        q, k, v = (t.unflatten(2, (self.h, -1)).transpose(1, 2) for t in (q, k, v))
        s = q.div(q.shape[-1] ** 0.5) @ k.mT
        keep = keep.expand_as(s)
        dead = ~keep.any(-1, keepdim=True)
        s = s.masked_fill(~(keep | dead), -100.0)
        o = (s.softmax(-1) @ v).masked_fill(dead, 0)
        return o.transpose(1, 2).flatten(2) @ self.w[3]


def decoder_block(x, memory, params, **o):
    h, km, mm = o["n_heads"], o.get("key_mask"), o.get("memory_mask")
    B, n, d = x.shape
    ln = lambda t, i: F.layer_norm(t, (d,), params[f"gamma{i}"], params[f"beta{i}"])
    keep = torch.ones(1, 1, n, n, dtype=torch.bool).tril()
    if km is not None:
        keep = keep & km.view(B, 1, 1, n) if km.is_contiguous() else keep & km[:, None, None]
    mem = torch.ones(1, 1, 1, memory.size(1), dtype=torch.bool) if mm is None else mm[:, None, None]
    y = ln(x, 1)
    x = x + MHA(params, "w_", h)(y, y, keep)
    x = x + MHA(params, "x_", h)(ln(x, 3), memory, mem)
    return x + F.gelu(ln(x, 2) @ params["w1"] + params["b1"]) @ params["w2"] + params["b2"]
