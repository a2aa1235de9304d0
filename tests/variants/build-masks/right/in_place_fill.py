# tfmdrill: build-masks (torch)
import torch


def causal_mask(n, m=None):
    m = n if m is None else m
    mask = torch.full((n, m), False)
    for i in range(n):
        stop = i + m - n + 1
        if stop > 0:
            mask[i, :stop] = True
    return mask


def padding_mask(lengths, m):
    mask = torch.ones(lengths.shape[0], m, dtype=torch.bool)
    for b, length in enumerate(lengths.tolist()):
        mask[b, length:] = False
    return mask


def combine(causal, padding):
    print(causal.shape, padding.shape)
    out = torch.empty(padding.shape[0], 1, *causal.shape, dtype=torch.bool)
    for b in range(len(padding)):
        out[b, 0] = causal & padding[b]
    return out
