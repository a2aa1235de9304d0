# tfmdrill: cross-attention (torch)
import torch


class BadHeads(ValueError):
    pass


def cross_attention(x, context, w_q, w_k, w_v, w_o, *, n_heads, context_mask=None):
    d = x.size(-1)
    if d % n_heads:
        raise BadHeads(n_heads)
    wq, wk, wv = (w.unflatten(1, (n_heads, d // n_heads)) for w in (w_q, w_k, w_v))
    q = torch.einsum("bnd,dhe->bhne", x, wq) / (d // n_heads) ** 0.5
    k = torch.einsum("bmc,che->bhme", context, wk)
    v = torch.einsum("bmc,che->bhme", context, wv)
    s = torch.einsum("bhne,bhme->bhnm", q, k)
    empty = None
    if context_mask is not None:
        empty = ~context_mask.any(-1)
        keep = context_mask | empty[:, None]
        s = s.masked_fill(~keep[:, None, None], -100.0)
    o = torch.einsum("bhnm,bhme->bnhe", s.softmax(-1), v)
    if empty is not None:
        o = o.masked_fill(empty[:, None, None, None], 0)
    return torch.einsum("bnhe,hed->bnd", o, w_o.unflatten(0, (n_heads, d // n_heads)))
