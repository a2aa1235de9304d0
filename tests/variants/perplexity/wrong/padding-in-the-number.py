# tfmdrill: perplexity (numpy)
import numpy as np


def perplexity(nll, mask):
    nll_sum = (nll * mask).sum()
    return np.exp((nll * mask).mean())


def bits_per_byte(nll, mask, n_bytes):
    nll_sum = (nll * mask).sum()
    return nll_sum / (np.log(2) * n_bytes)
