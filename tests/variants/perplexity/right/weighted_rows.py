# tfmdrill: perplexity (numpy)
import numpy as np


def perplexity(nll, mask):
    """Row means, weighted by how many tokens a row has."""
    counts = mask.sum(axis=1)
    means = np.divide((nll * mask).sum(axis=1), counts, out=np.zeros(len(nll)), where=counts > 0)
    return np.exp(np.average(means, weights=counts))


def bits_per_byte(nll, mask, n_bytes):
    counts = mask.sum(axis=1)
    return np.log2(perplexity(nll, mask)) * counts.sum() / n_bytes
