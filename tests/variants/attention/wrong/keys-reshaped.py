# tfmdrill: attention (torch)
import torch


def attention(q, k, v):
    *lead, m, d = k.shape
    scores = q @ k.reshape(*lead, d, m) / d**0.5
    return torch.softmax(scores, dim=-1) @ v
