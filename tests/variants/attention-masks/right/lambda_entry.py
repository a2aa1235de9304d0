# tfmdrill: attention-masks (torch)
import torch
from functools import partial


def _attend(fill, q, k, v, *, causal=False, key_mask=None):
    s = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    n, m = s.shape[-2:]
    ones = torch.ones(n, m, dtype=torch.bool, device=s.device)
    ok = ones.tril(m - n) if causal else ones
    ok = ok[None, None]
    if key_mask is not None:
        ok = torch.logical_and(ok, key_mask.unsqueeze(1).unsqueeze(2))
    empty = ~ok.any(dim=-1, keepdim=True)
    s = s.masked_fill(~(ok | empty), fill)  # an empty row keeps its scores, and is zeroed below
    out = torch.softmax(s, dim=-1) @ v
    return out.masked_fill(empty, 0)


masked_attention = partial(_attend, float("-inf"))
