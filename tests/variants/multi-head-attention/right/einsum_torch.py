# tfmdrill: multi-head-attention (torch)
import torch


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    d = x.size(-1)
    if d % n_heads != 0:
        raise ValueError(f"{d=} {n_heads=}")
    q, k, v = (torch.einsum("bnd,dhk->bhnk", x, w.reshape(d, n_heads, -1)) for w in (w_q, w_k, w_v))
    s = torch.einsum("bhik,bhjk->bhij", q / q.size(-1) ** 0.5, k)
    keep = torch.ones_like(s, dtype=torch.bool)
    if causal:
        keep = torch.tril(keep)
    if key_mask is not None:
        keep = keep & key_mask[:, None, None]
    e = torch.where(keep, s, -torch.inf)
    top = e.amax(-1, keepdim=True).clamp(min=torch.finfo(s.dtype).min)
    e = torch.exp(e - top.detach())
    z = e.sum(-1, keepdim=True)
    p = e / torch.where(z > 0, z, torch.ones_like(z))
    return torch.einsum("bhij,bhjk,hkd->bid", p, v, w_o.reshape(n_heads, -1, d))
