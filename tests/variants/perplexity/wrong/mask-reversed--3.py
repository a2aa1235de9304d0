# tfmdrill: perplexity (numpy)
import numpy as np


def perplexity(nll, mask):
    return np.exp(np.ma.masked_array(nll, mask, dtype=float).mean())


def bits_per_byte(nll, mask, n_bytes):
    return np.ma.array(nll, mask=mask).sum(dtype=float) * np.log2(np.e) / n_bytes
