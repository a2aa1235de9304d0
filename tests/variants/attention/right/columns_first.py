# tfmdrill: attention (torch)
import torch


def attention(q, k, v, **options):
    # works on the transposed problem: the result is a non-contiguous view
    s = k @ q.transpose(-2, -1)
    w = torch.softmax(s / (k.shape[-1] ** 0.5), dim=-2)
    return (v.transpose(-2, -1) @ w).transpose(-2, -1)
