# tfmdrill: attention (torch)
import torch


def attention(q, k, v):
    scores = torch.matmul(q, k.transpose(1, 2)) / q.shape[-1] ** 0.5
    return torch.matmul(torch.softmax(scores, dim=-1), v)
