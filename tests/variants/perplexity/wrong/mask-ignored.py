# tfmdrill: perplexity (torch)
import math

import torch


def perplexity(nll, mask):
    return torch.exp(nll.mean())


def bits_per_byte(nll, mask, n_bytes):
    return nll.sum() / (math.log(2) * n_bytes)
