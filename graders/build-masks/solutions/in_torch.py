import torch


def causal_mask(n, m=None):
    m = n if m is None else m
    return torch.ones(n, m, dtype=torch.bool).tril(m - n)  # the last query sees the last key


def padding_mask(lengths, m):
    return torch.arange(m, device=lengths.device) < lengths[:, None]


def combine(causal, padding):
    return causal[None, None] & padding[:, None, None, :]
