# tfmdrill: build-masks:top-left (torch)
import torch


def causal_mask(n, m=None):
    keys = n if m is None else m
    return torch.arange(keys).unsqueeze(0).le(torch.arange(n).unsqueeze(1))


def padding_mask(lengths, m):
    return torch.arange(m).expand(len(lengths), m).lt(lengths.unsqueeze(1))


def combine(causal, padding):
    return torch.logical_and(causal, padding.unsqueeze(1).unsqueeze(1))
