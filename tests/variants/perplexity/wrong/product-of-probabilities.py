# tfmdrill: perplexity (torch)
import math

import torch


def perplexity(nll, mask):
    p = torch.exp(-nll[mask])
    return torch.prod(p) ** (-1 / len(p))


def bits_per_byte(nll, mask, n_bytes):
    counted = nll[mask]
    bits = counted.sum() / math.log(2)
    return bits / n_bytes
