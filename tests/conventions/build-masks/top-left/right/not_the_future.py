# tfmdrill: build-masks:top-left (torch)
import torch


def causal_mask(n, m=None):
    return torch.triu(torch.ones(n, m or n), diagonal=1) == 0


def padding_mask(lengths, m):
    return torch.stack([torch.arange(m) < int(length) for length in lengths])


def combine(causal, padding):
    return torch.stack([(causal & row).unsqueeze(0) for row in padding])
