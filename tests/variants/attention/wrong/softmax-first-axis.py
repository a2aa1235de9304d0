# tfmdrill: attention (torch)
import torch
import torch.nn.functional as F


def attention(q, k, v):
    scores = torch.matmul(q, k.transpose(-2, -1)) / (k.shape[-1] ** 0.5)
    return torch.matmul(F.softmax(scores, 0), v)
