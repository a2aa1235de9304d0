# tfmdrill: perplexity (numpy)
import numpy as np


def perplexity(nll, mask):
    masked = np.ma.masked_array(nll, mask=~mask)
    print("tokens:", masked.count())
    return float(np.exp(masked.mean()))


def bits_per_byte(nll, mask, n_bytes):
    return float(np.ma.masked_array(nll, mask=~mask).sum() / np.log(2) / n_bytes)
