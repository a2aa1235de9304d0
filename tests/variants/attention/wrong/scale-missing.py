# tfmdrill: attention (torch)
import torch


def attention(q, k, v):
    return torch.softmax(q @ k.transpose(-2, -1), dim=-1) @ v
