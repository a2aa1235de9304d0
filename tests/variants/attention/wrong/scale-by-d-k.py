# tfmdrill: attention (torch)
import torch
import torch.nn.functional as F


def attention(q, k, v):
    d_k = q.size(-1)
    scores = torch.matmul(q, k.transpose(-2, -1)) / d_k
    return torch.matmul(F.softmax(scores, dim=-1), v)
