# tfmdrill: encoder-decoder-block (torch)
import torch
import torch.nn.functional as F


def attention(q, k, v, keep):
    """Zero key with zero value in front: an empty row attends to nothing else."""
    s = torch.einsum("bhic,bhjc->bhij", q, k) / q.shape[-1] ** 0.5
    empty = ~keep.any(-1, keepdim=True).expand(*s.shape[:-1], 1)
    s = torch.cat([torch.zeros_like(s[..., :1]).masked_fill(~empty, -1e30), s.masked_fill(~keep, -1e30)], -1)
    return torch.einsum("bhij,bhjc->bhic", s.softmax(-1)[..., 1:], v)


def decoder_block(x, memory, params, *, n_heads, key_mask=None, memory_mask=None):
    p = params
    split = lambda t: torch.stack(t.chunk(n_heads, -1), 1)
    join = lambda t: torch.cat(t.unbind(1), -1)
    ln = lambda t, i: F.layer_norm(t, (t.shape[-1],), p["gamma%d" % i], p["beta%d" % i])
    B, n, m = x.shape[0], x.shape[1], memory.shape[1]
    key_mask = torch.ones(B, n, dtype=torch.bool) if key_mask is None else key_mask
    memory_mask = torch.ones(B, m, dtype=torch.bool) if memory_mask is None else memory_mask
    causal = torch.ones(n, n, dtype=torch.bool).tril()
    h = ln(x, 1)
    own = attention(split(h @ p["w_q"]), split(h @ p["w_k"]), split(h @ p["w_v"]), causal * key_mask.view(B, 1, 1, n))
    x = torch.add(x, join(own) @ p["w_o"])
    keep = memory_mask.view(B, 1, 1, m).expand(B, 1, n, m)
    cross = attention(split(ln(x, 3) @ p["x_q"]), split(memory @ p["x_k"]), split(memory @ p["x_v"]), keep)
    x = torch.add(x, join(cross) @ p["x_o"])
    z = ln(x, 2) @ p["w1"] + p["b1"]
    return x + (z * torch.special.ndtr(z)) @ p["w2"] + p["b2"]
