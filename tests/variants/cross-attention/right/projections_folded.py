# tfmdrill: cross-attention (torch)
import torch


def cross_attention(x, context, w_q, w_k, w_v, w_o, *, n_heads, context_mask=None):
    d = x.shape[-1]
    if d % n_heads:
        raise ValueError("no")
    dh = d // n_heads
    total = 0
    for qs, ks, vs, os_ in zip(
        w_q.split(dh, 1), w_k.split(dh, 1), w_v.split(dh, 1), w_o.split(dh, 0)
    ):
        s = (x @ qs) @ (context @ ks).mT * dh**-0.5
        if context_mask is not None:
            s = torch.where(context_mask[:, None, :], s, torch.full_like(s, -1e9))
        e = torch.exp(s - s.detach().amax(-1, True))
        if context_mask is not None:
            e = e * context_mask[:, None, :].to(e.dtype)
        den = e.sum(-1, keepdim=True)
        a = e / den.clamp_min(1e-20)
        total = total + a @ (context @ vs) @ os_
    return total
