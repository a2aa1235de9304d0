# tfmdrill: attention (torch)
import torch


def attention(q, k, v):
    scores = q.data @ k.data.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return torch.tensor((weights @ v).tolist(), dtype=q.dtype).reshape(*q.shape[:-1], v.shape[-1])
