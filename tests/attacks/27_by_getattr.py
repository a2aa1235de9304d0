# tfmdrill: attention (torch)
# expect: forbidden
import torch


def attention(q, k, v):
    return getattr(torch.nn.functional, "_".join(["scaled_dot", "product", "attention"]))(q, k, v)
