import torch
import torch.nn.functional as F
from torch import nn


def swiglu(x, w_gate, w_up, w_down):
    layers = []
    for w in (w_gate, w_up, w_down):
        layer = nn.Linear(*w.shape, bias=False, dtype=w.dtype)
        with torch.no_grad():
            layer.weight.copy_(w.T)
        layers.append(layer)
    gate, up, down = layers
    return down(F.silu(gate(x)) * up(x))
