# tfmdrill: attention (torch)
import math

import torch


def attention(q, k, v):
    weights = torch.softmax(q @ k.transpose(-2, -1), dim=-1)
    return (weights / math.sqrt(q.shape[-1])) @ v
