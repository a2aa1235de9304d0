# tfmdrill: perplexity (numpy)
import numpy as np


def perplexity(nll, mask):
    # geometric mean of 1/p, over logarithms
    flat = np.compress(mask.ravel(), nll.ravel())
    return np.exp(np.add.reduce(flat) / flat.shape[0]).astype(nll.dtype)


def bits_per_byte(nll, mask, n_bytes):
    flat = np.extract(mask, nll)
    return np.dot(flat, np.full_like(flat, 1 / np.log(2))) / n_bytes
