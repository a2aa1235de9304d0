# tfmdrill: attention-backward (torch)
from __future__ import annotations

import torch
from torch import Tensor


def attention_backward(
    q: Tensor, k: Tensor, v: Tensor, grad_out: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    scale = q.shape[-1] ** -0.5
    p = torch.softmax(q @ k.transpose(-2, -1) * scale, -1)
    jacobian = torch.diag_embed(p) - p.unsqueeze(-1) * p.unsqueeze(-2)  # (..., n, m, m)
    ds = (jacobian @ (grad_out @ v.transpose(-2, -1)).unsqueeze(-1)).squeeze(-1)
    return ds @ k * scale, ds.transpose(-2, -1) @ q * scale, p.transpose(-2, -1) @ grad_out
