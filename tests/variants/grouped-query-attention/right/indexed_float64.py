# tfmdrill: grouped-query-attention (torch)
import functools

import torch


def in_double(f):
    @functools.wraps(f)
    def g(q, k, v, **options):
        return f(q.double(), k.double(), v.double(), **options).to(q.dtype)

    return g


@in_double
def grouped_query_attention(q, k, v, *, causal=False):
    hq, hk = q.shape[1], k.shape[1]
    if hq % hk:
        raise ValueError
    owner = torch.arange(hq) // (hq // hk)
    k, v = k[:, owner], v.index_select(1, owner)
    s = (q.unsqueeze(3) * k.unsqueeze(2)).sum(-1) / q.shape[-1] ** 0.5
    n, m = s.shape[2:]
    if causal:
        s = s.masked_fill(torch.arange(m) > torch.arange(m - n, m)[:, None], -1e300)
    p = torch.exp(s - torch.logsumexp(s, -1, keepdim=True))
    if causal and n > m:
        p = torch.cat([torch.zeros_like(p[:, :, : n - m]), p[:, :, n - m :]], dim=2)
    return p @ v
