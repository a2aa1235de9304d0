# tfmdrill: perplexity (torch)
import math

import torch


def _nats(nll, mask):
    w = mask.to(nll.dtype)
    return torch.einsum("bn,bn->", nll, w), w.sum()


def perplexity(nll, mask):
    total, count = _nats(nll, mask)
    return math.exp(total.item() / count.item())


def bits_per_byte(nll, mask, n_bytes):
    total, _ = _nats(nll, mask)
    return (total * math.log2(math.e) / n_bytes).squeeze()
