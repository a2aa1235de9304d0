# tfmdrill: build-masks (torch)
import torch


def causal_mask(n, m=None):
    m = n if m is None else m
    future = torch.triu(torch.ones(n, m), diagonal=m - n + 1)
    return future == 0


def padding_mask(lengths, m):
    return torch.stack([torch.arange(m) < int(x) for x in lengths])


def combine(causal, padding):
    B, m = padding.shape
    return (causal.reshape(1, 1, -1, m) * padding.reshape(B, 1, 1, m)).bool()
