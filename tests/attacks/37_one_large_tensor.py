# tfmdrill: attention (torch)
# expect: memory
import torch


def attention(q, k, v):
    return torch.empty(10**11).fill_(0)
