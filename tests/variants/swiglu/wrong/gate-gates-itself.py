# tfmdrill: swiglu (torch)
import torch.nn.functional as F


def swiglu(x, w_gate, w_up, w_down):
    h = x @ w_gate
    return (F.silu(h) * h) @ w_down
