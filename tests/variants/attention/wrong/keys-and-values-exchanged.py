# tfmdrill: attention (torch)
import torch


def attend(query, value, key):
    scores = query @ key.transpose(-2, -1) / query.shape[-1] ** 0.5
    return torch.softmax(scores, dim=-1) @ value


def attention(q, k, v):
    return attend(q, k, v)
