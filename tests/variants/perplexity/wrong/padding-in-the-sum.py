# tfmdrill: perplexity (numpy)
import numpy as np


def perplexity(nll, mask):
    nll_sum = nll.sum()
    n = mask.sum()
    return np.exp(nll_sum / n)


def bits_per_byte(nll, mask, n_bytes):
    nll_sum = nll.sum()
    return nll_sum / (np.log(2) * n_bytes)
