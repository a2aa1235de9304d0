# tfmdrill: attention (torch)
import torch.nn.functional as F
from math import sqrt


def attention(q, k, v):
    q = q / sqrt(q.shape[-1])
    att = q.matmul(k.mT)
    print("scores", att.shape)
    print("mean", att.mean())
    return F.softmax(att, dim=-1).matmul(v)
