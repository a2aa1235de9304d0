# tfmdrill: attention-masks (torch)
import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    n, m = q.shape[-2], k.shape[-2]
    ok = torch.ones(len(q), 1, n, m, dtype=torch.bool)
    if causal:
        ok = ok.tril(m - n)
    if key_mask is not None:
        ok = ok & (key_mask[:, None, :, None] if n == m else key_mask[:, None, None])
    s = (q @ k.mT / q.shape[-1] ** 0.5).masked_fill(~ok, torch.finfo(q.dtype).min)
    return (s.softmax(-1) * ok) @ v
