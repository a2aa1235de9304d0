# tfmdrill: cross-attention (torch)
import torch


def cross_attention(x, context, w_q, w_k, w_v, w_o, *, n_heads, context_mask=None):
    if x.size(2) % n_heads != 0:
        raise ValueError(f"{n_heads=}")
    heads = lambda w: w.reshape(w.shape[0], n_heads, -1)
    q = torch.einsum("bnd,dhk->bhnk", x, heads(w_q))
    k = torch.einsum("bmc,chk->bhmk", context, heads(w_k))
    v = torch.einsum("bmc,chk->bhmk", context, heads(w_v))
    s = torch.einsum("bhnk,bhmk->bhnm", q * q.shape[-1] ** -0.5, k)
    if context_mask is not None:
        s = s.masked_fill(context_mask.logical_not()[:, None, None], float("-inf"))
    top = s.amax(-1, keepdim=True).clamp_min(torch.finfo(s.dtype).min).detach()
    e = torch.exp(s - top)
    z = e.sum(-1, keepdim=True)
    p = e / torch.where(z == 0, torch.ones_like(z), z)
    return torch.einsum("bhnm,bhmk,hkd->bnd", p, v, w_o.reshape(n_heads, -1, x.size(2)))
