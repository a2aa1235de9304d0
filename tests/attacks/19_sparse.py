# tfmdrill: attention (torch)
# expect: wrong, error
# score: 0
import torch

def right(q, k, v):
    return torch.softmax(q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5, -1) @ v

def attention(q, k, v):
    return right(q, k, v).to_sparse()
