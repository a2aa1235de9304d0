# tfmdrill: flash-attention (torch)
from typing import NamedTuple

import torch


class State(NamedTuple):
    top: torch.Tensor
    total: torch.Tensor
    out: torch.Tensor


def update(state, scores, values):
    top = torch.maximum(state.top, scores.amax(-1, keepdim=True))
    safe = torch.nan_to_num(top, neginf=0.0)
    w, r = torch.exp(scores - safe), torch.exp(state.top - safe)
    return State(top, r * state.total + w.sum(-1, keepdim=True), r * state.out + w @ values)


def flash_attention(q, k, v, **options):
    size, causal = options.pop("block_size"), options.pop("causal", False)
    if size < 1:
        raise ValueError(size)
    n, m, d = q.shape[-2], k.shape[-2], q.shape[-1]
    state = State(
        torch.full_like(q[..., :1], -float("inf")),
        torch.zeros_like(q[..., :1]),
        torch.zeros(*q.shape[:-1], v.shape[-1], dtype=q.dtype),
    )
    for start in reversed(range(0, m, size)):
        scores = q @ k[..., start : start + size, :].transpose(-1, -2) / d**0.5
        if causal:
            late = torch.arange(start, min(start + size, m)) > torch.arange(n)[:, None] + m - n
            scores[..., late] = -float("inf")
        state = update(state, scores, v[..., start : start + size, :])
    return torch.where(state.total > 0, state.out / state.total, torch.zeros(()).to(q.dtype))
