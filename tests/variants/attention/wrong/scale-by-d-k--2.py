# tfmdrill: attention (torch)
import math

import torch


def attention(q, k, v):
    scale = math.sqrt(q.shape[-1])
    q, k = q / scale, k / scale
    return (q @ k.mT).softmax(-1) @ v
