# tfmdrill: attention (torch)
import torch


def attention(q, k, v):
    scores = torch.matmul(q, k) / k.shape[-1] ** 0.5
    return torch.matmul(torch.softmax(scores, -1), v)
