# tfmdrill: build-masks (torch)
import torch


def causal_mask(n, m=None):
    if m is None:
        m = n
    return torch.tril(torch.ones(n, m, dtype=torch.bool), diagonal=m - n)


def padding_mask(lengths, m):
    mask = torch.ones(len(lengths), m, dtype=torch.bool)
    for b in range(len(lengths)):
        n_pad = m - int(lengths[b])
        mask[b, -n_pad:] = False
    return mask


def combine(causal, padding):
    return causal.unsqueeze(0).unsqueeze(0) & padding.unsqueeze(1).unsqueeze(2)
