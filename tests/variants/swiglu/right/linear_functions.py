# tfmdrill: swiglu (torch)
import torch
import torch.nn.functional as F


def swiglu(x, w_gate, w_up, w_down):
    return F.linear(F.silu(F.linear(x, w_gate.T)).mul_(F.linear(x, w_up.t())), w_down.mT)
