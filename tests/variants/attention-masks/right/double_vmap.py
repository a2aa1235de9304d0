# tfmdrill: attention-masks (torch)
import torch, functools


@functools.lru_cache(maxsize=None)
def causal_mask(n, m):
    return torch.ones(n, m, dtype=torch.bool).tril(m - n)


def one(q, k, v, ok):
    s = (q @ k.T) / q.shape[-1] ** 0.5
    s = torch.where(ok, s, torch.finfo(s.dtype).min)
    return (torch.softmax(s, -1) * ok) @ v


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    n, m = q.shape[2], k.shape[2]
    ok = (causal_mask(n, m) if causal else torch.ones(n, m, dtype=torch.bool)).expand(
        q.shape[0], n, m
    )
    if key_mask is not None:
        ok = ok & key_mask[:, None, :]
    return torch.vmap(torch.vmap(one, in_dims=(0, 0, 0, None)))(q, k, v, ok)
