# tfmdrill: attention (torch)
import torch


def softmax(x):
    return torch.exp(x) / torch.exp(x).sum(dim=-1, keepdim=True)


def attention(q, k, v):
    return softmax(torch.matmul(q, k.transpose(-1, -2)) / k.size(-1) ** 0.5) @ v
