# tfmdrill: attention (torch)
import torch


def attention(q, k, v):
    scores = torch.einsum("...id,...jd->...ij", q, k) / q.shape[-1] ** 0.5
    weights = scores.softmax(dim=-2)
    return torch.einsum("...ij,...jd->...id", weights, v)
