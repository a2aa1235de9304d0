# tfmdrill: greedy-decode (torch)
from __future__ import annotations

import torch
from torch import Tensor


def greedy_decode(step, prompt: Tensor, *, max_new: int, eos: int, ended: Tensor | None = None):
    if ended is None:
        ended = torch.zeros_like(prompt[:, 0], dtype=torch.bool)
    if max_new == 0 or bool(ended.all()):
        return prompt
    _, best = step(prompt).max(dim=-1)
    best = torch.where(ended, torch.full_like(best, eos), best)
    longer = torch.hstack([prompt, best.unsqueeze(1)])
    return greedy_decode(step, longer, max_new=max_new - 1, eos=eos, ended=ended | (best == eos))
