# tfmdrill: attention (torch)
import torch


def attention(q, k, v):
    n, d = q.shape[-2:]
    scores = (q @ k.transpose(-1, -2)) * n**-0.5
    return scores.softmax(dim=-1) @ v
