# tfmdrill: perplexity (numpy)
import numpy as np


def perplexity(nll, mask):
    nll_sum = (nll * mask).sum()
    n = mask.sum()
    return np.exp(nll_sum / n)


def bits_per_byte(nll, mask, n_bytes):
    nll_sum = (nll * mask).sum(axis=-1)
    return nll_sum / (np.log(2) * n_bytes)
