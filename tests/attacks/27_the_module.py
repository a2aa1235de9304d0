# tfmdrill: attention (torch)
# expect: forbidden
import torch

def right(q, k, v):
    return torch.softmax(q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5, -1) @ v

def attention(q, k, v):
    with torch.no_grad():
        torch.nn.MultiheadAttention(4, 1)(*[torch.ones(1, 2, 4)] * 3)
    return right(q, k, v)
