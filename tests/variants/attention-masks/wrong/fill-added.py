# tfmdrill: attention-masks (torch)
import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    n, m = q.shape[-2], k.shape[-2]
    ok = torch.ones(q.shape[0], 1, n, m, dtype=torch.bool)
    if causal:
        ok = ok.tril(m - n)
    if key_mask is not None:
        ok = ok & key_mask[:, None, None]
    s = (
        (q.float() @ k.float().mT) / q.shape[-1] ** 0.5
        if q.dtype == torch.float16
        else q @ k.mT / q.shape[-1] ** 0.5
    )
    s = s + (~ok) * -1e9
    w = s.softmax(-1) * ok.any(-1, keepdim=True)
    return (w.to(v.dtype)) @ v
