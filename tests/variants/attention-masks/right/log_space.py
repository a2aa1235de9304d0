# tfmdrill: attention-masks (torch)
import functools

import torch


def zero_empty_rows(f):
    @functools.wraps(f)
    def wrapper(q, k, v, *, causal=False, key_mask=None, **options):
        keep = torch.ones(q.shape[2], k.shape[2], dtype=torch.bool)
        keep = torch.tril(keep, k.shape[2] - q.shape[2]) if causal else keep
        keep = keep if key_mask is None else keep & key_mask[:, None, None, :]
        out = f(q, k, v, keep)
        return torch.where(keep.any(-1, keepdim=True), out, torch.zeros_like(out))

    return wrapper


@zero_empty_rows
def masked_attention(q, k, v, keep):
    lowest = torch.finfo(q.dtype).min
    s = (q * q.shape[-1] ** -0.5) @ k.transpose(-1, -2)
    s = s.masked_fill(~keep, lowest)
    return torch.log_softmax(s, -1).exp() @ v
