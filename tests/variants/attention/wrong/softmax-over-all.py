# tfmdrill: attention (torch)
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores.flatten(-2), dim=-1).view_as(scores)
    return weights @ v
