# tfmdrill: attention (torch)
# expect: wrong
# score: 0
# The bit that says "negated, not yet worked out" must not be lost, nor be a way round.
import torch

def right(q, k, v):
    return torch.softmax(q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5, -1) @ v

def attention(q, k, v):
    return torch._neg_view(right(q, k, v))
