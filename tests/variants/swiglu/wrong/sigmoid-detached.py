# tfmdrill: swiglu (torch)
import torch


def swiglu(x, w_gate, w_up, w_down):
    gate = x @ w_gate
    mask = torch.sigmoid(gate.detach())
    return (gate * mask * (x @ w_up)) @ w_down
