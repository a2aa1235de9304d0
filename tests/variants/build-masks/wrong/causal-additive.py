# tfmdrill: build-masks (torch)
import torch


def causal_mask(n, m=None):
    m = n if m is None else m
    return torch.full((n, m), float('-inf')).triu(m - n + 1)


def padding_mask(lengths, m):
    return torch.arange(m).unsqueeze(0) < lengths.unsqueeze(1)


def combine(causal, padding):
    return causal.unsqueeze(0).unsqueeze(0) & padding.unsqueeze(1).unsqueeze(2)
