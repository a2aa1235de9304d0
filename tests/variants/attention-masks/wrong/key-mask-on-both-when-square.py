# tfmdrill: attention-masks (torch)
import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    n, m = q.shape[2], k.shape[2]
    s = torch.matmul(q, k.mT) / (q.shape[3] ** 0.5)
    keep = torch.ones(q.shape[0], 1, n, m, dtype=torch.bool)
    if causal:
        i = torch.arange(n).unsqueeze(1) + (m - n)
        keep = keep & (torch.arange(m).unsqueeze(0) <= i)
    if key_mask is not None:
        keep = keep & key_mask[:, None, None]
        if n == m:
            keep = keep & key_mask[:, None, :, None]
    s = s.masked_fill(~keep, torch.finfo(s.dtype).min)
    p = s.softmax(-1).masked_fill(~keep, 0.0)
    return p @ v
