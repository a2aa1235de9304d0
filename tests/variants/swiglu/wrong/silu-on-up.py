# tfmdrill: swiglu (torch)
import torch.nn.functional as F


def swiglu(x, w_gate, w_up, w_down):
    return (x @ w_gate * F.silu(x @ w_up)) @ w_down
