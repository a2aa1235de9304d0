# tfmdrill: attention (torch)
import torch


def attention(q, k, v):
    s = q @ k.mT / q.shape[-1] ** 0.5
    s = s - s.max(dim=-1).values
    e = s.exp()
    return e / e.sum(dim=-1, keepdim=True) @ v
