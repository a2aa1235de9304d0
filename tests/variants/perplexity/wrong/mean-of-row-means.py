# tfmdrill: perplexity (torch)
import math

import torch


def perplexity(nll, mask):
    rows = torch.stack([row[m].mean() for row, m in zip(nll, mask)])
    return torch.exp(rows.mean())


def bits_per_byte(nll, mask, n_bytes):
    counted = nll[mask]
    bits = counted.sum() / math.log(2)
    return bits / n_bytes
