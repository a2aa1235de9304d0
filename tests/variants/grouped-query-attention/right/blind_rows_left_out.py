# tfmdrill: grouped-query-attention (torch)
import torch


def _attend(q, k, v, keep):
    s = torch.einsum("bhnd,bhmd->bhnm", q, k) / q.shape[-1] ** 0.5
    if keep is not None:
        s = s + torch.zeros_like(keep, dtype=s.dtype).masked_fill(~keep, float("-inf"))
    return torch.einsum("bhnm,bhmd->bhnd", torch.softmax(s, dim=-1), v)


def grouped_query_attention(q, k, v, **options):
    hq, hk, n, m = q.shape[1], k.shape[1], q.shape[2], k.shape[2]
    if hq % hk:
        raise ValueError("nope")
    idx = torch.tensor([i // (hq // hk) for i in range(hq)])
    k, v = k[:, idx], v.index_select(1, idx)
    if not options.get("causal", False):
        return _attend(q, k, v, None)
    blind = max(0, n - m)
    seen = q[:, :, blind:]
    nn = n - blind
    keep = torch.ones(nn, m, dtype=torch.bool).tril(m - nn)
    return torch.cat([q[:, :, :blind] * 0, _attend(seen, k, v, keep)], 2)
