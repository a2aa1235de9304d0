# tfmdrill: build-masks (torch)
import torch


def causal_mask(n, m=None):
    m = n if m is None else m
    return torch.ones(n, m).triu(m - n + 1).bool()


def padding_mask(lengths, m):
    return torch.arange(m)[None] >= lengths[:, None]


def combine(causal, padding):
    return causal[None, None] | padding[:, None, None, :]
