# tfmdrill: attention-masks (torch)
import torch


def masked_attention(q, k, v, *, causal=False, key_mask=None):
    s = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    n, m = s.shape[-2:]
    hide = torch.zeros(1, 1, n, m, dtype=torch.bool)
    if causal:
        hide = hide | torch.ones(n, m, dtype=torch.bool).triu(m - n + 1)
    if key_mask is not None:
        hide = hide | ~key_mask[:, None, None, :]
    out = torch.softmax(s.masked_fill(hide, -1e4), dim=-1) @ v
    return out.masked_fill(hide.all(-1, keepdim=True), 0.0)
