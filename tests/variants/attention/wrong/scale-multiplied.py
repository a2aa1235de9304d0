# tfmdrill: attention (torch)
import math

import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) * math.sqrt(k.shape[-1])
    return torch.softmax(scores, dim=-1) @ v
