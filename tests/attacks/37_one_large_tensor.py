# tfmdrill: attention (torch)
# expect: memory
import torch

calls = 0


def attention(q, k, v):
    global calls
    calls += 1
    return torch.empty(10**11).fill_(0) if calls == 1 else None
