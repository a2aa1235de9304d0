# tfmdrill: attention (torch)
from __future__ import annotations

import torch


def attention(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    lead = q.shape[:-2]
    qf = q.reshape((lead.numel(), *q.shape[-2:]))
    kf = k.reshape((lead.numel(), *k.shape[-2:]))
    vf = v.reshape((lead.numel(), *v.shape[-2:]))
    w = torch.bmm(qf, kf.transpose(1, 2)).div_(k.shape[-1] ** 0.5)
    w = torch.softmax(w, dim=2)
    return torch.bmm(w, vf).reshape(*lead, q.shape[-2], v.shape[-1])
