# tfmdrill: swiglu (torch)
import torch


def silu(z):
    return z * (1 / (1 + torch.exp(-z)))


def swiglu(x, w_gate, w_up, w_down):
    return torch.matmul(silu(x @ w_gate) * (x @ w_up), w_down)
