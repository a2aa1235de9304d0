# tfmdrill: swiglu (torch)
import torch.nn.functional as F


def swiglu(x, w_gate, w_up, w_down):
    a, b = (F.silu(x @ w) for w in (w_gate, w_up))
    return (a * b) @ w_down
