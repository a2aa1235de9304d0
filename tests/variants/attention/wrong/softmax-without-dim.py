# tfmdrill: attention (torch)
import math

import torch.nn.functional as F


def attention(q, k, v):
    scores = q.matmul(k.transpose(-2, -1)) / math.sqrt(q.size(-1))
    return F.softmax(scores).matmul(v)
