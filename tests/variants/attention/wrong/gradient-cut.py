# tfmdrill: attention (torch)
import math

import torch


def attention(q, k, v):
    with torch.no_grad():
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
        out = torch.softmax(scores, dim=-1) @ v
    return out
