# tfmdrill: build-masks (torch)
import torch


def causal_mask(n, m=None):
    if m is None:
        m = n
    return torch.tril(torch.ones(n, m, dtype=torch.bool), diagonal=m - n)


def padding_mask(lengths, m):
    return torch.arange(m).unsqueeze(0) < lengths.unsqueeze(1)


def combine(causal, padding):
    pairs = padding[:, :, None] & padding[:, None, :]  # (B, n, m)
    return (causal & pairs).unsqueeze(1)
