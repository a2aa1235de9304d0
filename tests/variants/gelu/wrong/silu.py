# tfmdrill: gelu (torch)
import torch.nn.functional as F


def gelu(x, *, approximate=False):
    return F.silu(x)
