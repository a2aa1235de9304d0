# tfmdrill: attention (torch)
import torch


def attention(q, k, v):
    # (batch, queries, keys): softmax over the keys
    weights = torch.softmax(q @ k.mT * q.size(-1) ** -0.5, dim=2)
    return weights @ v
