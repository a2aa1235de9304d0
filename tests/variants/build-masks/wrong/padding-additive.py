# tfmdrill: build-masks (torch)
import torch


def causal_mask(n, m=None):
    if m is None:
        m = n
    return torch.tril(torch.ones(n, m, dtype=torch.bool), diagonal=m - n)


def padding_mask(lengths, m):
    pad = torch.arange(m) >= lengths[:, None]
    return torch.zeros(pad.shape).masked_fill(pad, float('-inf'))


def combine(causal, padding):
    return causal.unsqueeze(0).unsqueeze(0) & padding.unsqueeze(1).unsqueeze(2)
