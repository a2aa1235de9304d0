# tfmdrill: attention (torch)
import torch


def attention(q, k, v):
    scores = k @ q.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v
