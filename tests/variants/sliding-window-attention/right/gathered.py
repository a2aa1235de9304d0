# tfmdrill: sliding-window-attention (torch)
import functools

import torch


def checked(f):
    @functools.wraps(f)
    def g(q, k, v, **options):
        if options["window"] < 1:
            raise ValueError("at least the query itself must be seen")
        return f(q, k, v, min(options["window"], q.shape[2]))

    return g


@checked
def sliding_window_attention(q, k, v, w):
    n = q.shape[2]
    index = torch.arange(n)[:, None] - torch.arange(w)
    kw = k[:, :, index.clamp(min=0)]  # (B, h, n, w, d)
    s = torch.einsum("bhnd,bhnwd->bhnw", q, kw) / q.shape[3] ** 0.5
    del kw
    p = s.masked_fill(index < 0, float("-inf")).softmax(-1)
    return torch.einsum("bhnw,bhnwd->bhnd", p, v[:, :, index.clamp(min=0)])
