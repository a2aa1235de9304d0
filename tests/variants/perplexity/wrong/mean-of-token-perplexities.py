# tfmdrill: perplexity (numpy)
import numpy as np


def perplexity(nll, mask):
    return np.exp(nll[mask]).mean()


def bits_per_byte(nll, mask, n_bytes):
    return nll[mask].sum() / np.log(2) / n_bytes
