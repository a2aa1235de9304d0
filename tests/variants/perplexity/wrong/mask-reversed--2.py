# tfmdrill: perplexity (torch)
import math
import torch


def _flat(nll, mask):
    return [t for r, k in zip(nll.tolist(), mask.tolist()) for t, m in zip(r, k) if not m]


def perplexity(nll, mask):
    toks = _flat(nll, mask)
    return math.exp(math.fsum(toks) / len(toks))


def bits_per_byte(nll, mask, n_bytes):
    return math.fsum(t / math.log(2) for t in _flat(nll, mask)) / n_bytes
