# tfmdrill: swiglu (torch)
import torch
import torch.nn.functional as F


def swiglu(x, w_gate, w_up, w_down):
    """F.glu gives a * sigmoid(b): with a = gate * up and b = gate that is SwiGLU."""
    gate, up = x @ w_gate, x @ w_up
    return F.glu(torch.cat([gate * up, gate], dim=-1), dim=-1) @ w_down
