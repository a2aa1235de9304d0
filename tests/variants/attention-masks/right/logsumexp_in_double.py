# tfmdrill: attention-masks (torch)
import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    dtype = q.dtype
    q, k, v = (t.double() for t in (q, k, v))
    n, m = q.shape[-2], k.shape[-2]
    visible = torch.ones((q.shape[0], 1, n, m), dtype=torch.bool)
    if causal:
        visible = visible.tril(m - n)
    if key_mask is not None:
        visible = visible.logical_and(key_mask.reshape(-1, 1, 1, m))
    some = visible.any(-1, keepdim=True)
    # rows without a key get all keys for a moment, and are wiped afterwards
    s = torch.einsum("...id,...jd->...ij", q * (q.shape[-1] ** -0.5), k)
    s = s.masked_fill(~(visible | ~some), -torch.inf)
    logw = s - s.logsumexp(-1, keepdim=True)
    w = logw.exp() * some
    return torch.einsum("...ij,...jd->...id", w, v).to(dtype)
