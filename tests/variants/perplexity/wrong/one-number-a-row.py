# tfmdrill: perplexity (torch)
import math

import torch


def perplexity(nll, mask):
    return torch.exp((nll * mask).sum(-1) / mask.sum(-1))


def bits_per_byte(nll, mask, n_bytes):
    counted = nll[mask]
    bits = counted.sum() / math.log(2)
    return bits / n_bytes
