# tfmdrill: perplexity (torch)
import torch
from torch import nn


class Perplexity(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(()))  # the result requires grad

    def forward(self, nll, mask):
        return (self.scale * nll[mask]).mean().exp()


class BitsPerByte:
    nat = 0.6931471805599453

    def __call__(self, nll, mask, n_bytes):
        return (nll * mask).sum() / (self.nat * n_bytes)


perplexity = Perplexity()
bits_per_byte = BitsPerByte()
