# tfmdrill: perplexity (torch)
import torch


def perplexity(nll, mask, **options):
    x = torch.where(mask, nll, torch.zeros_like(nll)).double()
    rows = x.sum(-1)
    counts = mask.sum(-1).double()
    return ((rows.sum()) / counts.sum()).exp()


def bits_per_byte(nll, mask, n_bytes):
    from math import log

    bits = [row[keep].double().sum() / log(2) for row, keep in zip(nll, mask)]
    return torch.stack(bits).sum() / n_bytes
