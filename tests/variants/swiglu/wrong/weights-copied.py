# tfmdrill: swiglu (torch)
import torch
from torch import nn


class SwiGLU(nn.Module):
    def __init__(self, w_gate, w_up, w_down):
        super().__init__()
        self.gate, self.up, self.down = (nn.Parameter(torch.clone(w.data)) for w in (w_gate, w_up, w_down))

    def forward(self, x):
        return (nn.functional.silu(x @ self.gate) * (x @ self.up)) @ self.down


def swiglu(x, w_gate, w_up, w_down):
    return SwiGLU(w_gate, w_up, w_down)(x)
