# tfmdrill: build-masks (torch)
import torch


def causal_mask(n, m=None):
    if m is None:
        m = n
    return torch.tril(torch.ones(n, m, dtype=torch.bool), diagonal=m - n)


def padding_mask(lengths, m):
    return torch.arange(m).unsqueeze(0) >= lengths.unsqueeze(1)


def combine(causal, padding):
    return causal.unsqueeze(0).unsqueeze(0) & padding.unsqueeze(1).unsqueeze(2)
