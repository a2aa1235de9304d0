# tfmdrill: attention (torch)
import torch
from torch import nn


class ScaledDotProduct(nn.Module):
    def __init__(self):
        super().__init__()
        self.softmax = nn.Softmax(dim=-1)

    def scores(self, q, k):
        return q @ k.transpose(-1, -2) / torch.sqrt(torch.tensor(float(k.shape[-1]), dtype=q.dtype))

    def forward(self, q, k, v):
        return self.softmax(self.scores(q, k)) @ v


attention = ScaledDotProduct()
