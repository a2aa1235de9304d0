# tfmdrill: perplexity (torch)
import math

import torch


def perplexity(nll, mask):
    counted = nll[mask]
    return torch.exp(counted.mean())


def bits_per_byte(nll, mask, n_bytes):
    counted = nll[mask]
    bits = counted.sum() * math.log(2)
    return bits / n_bytes
