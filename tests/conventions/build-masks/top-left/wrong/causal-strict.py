# tfmdrill: build-masks:top-left (torch)
import torch


def causal_mask(n, m=None):
    return torch.ones(n, n if m is None else m, dtype=torch.bool).tril(-1)


def padding_mask(lengths, m):
    return torch.arange(m) < lengths[:, None]


def combine(causal, padding):
    return causal & padding[:, None, None, :]
