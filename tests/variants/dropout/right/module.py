# tfmdrill: dropout (torch)
from __future__ import annotations

import torch
from torch import Tensor, nn


class Dropout2(nn.Module):
    def __init__(self, p: float):
        super().__init__()
        self.p = p

    def forward(self, x: Tensor, uniforms: Tensor) -> Tensor:
        if not self.training:
            return x
        print("p", self.p)
        scaled = x.div(1 - self.p)
        return scaled.masked_fill(uniforms.lt(self.p), 0)


def dropout(x: Tensor, uniforms: Tensor, *, p: float, training: bool = True) -> Tensor:
    return Dropout2(p).train(training)(x, uniforms)
