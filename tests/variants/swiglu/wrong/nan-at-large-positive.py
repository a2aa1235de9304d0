# tfmdrill: swiglu (torch)
import torch


def swiglu(x, w_gate, w_up, w_down):
    gate = x @ w_gate
    e = gate.exp()
    return (gate * e / (e + 1) * (x @ w_up)) @ w_down
