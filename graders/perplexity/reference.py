"""Perplexity and bits per byte of scored tokens.

Source: Jelinek et al. 1977; Gao et al. 2020, The Pile, section 3.1.
"""

import numpy as np


def perplexity(nll, mask):
    """exp of the mean of nll (B, n) over the places where mask (B, n) is True.

    >>> print(perplexity(np.array([[0.0, 7.0]]), np.array([[True, False]])))
    1.0
    """
    total = counted_sum(nll, mask)
    tokens = mask.sum()
    mean = total / tokens
    return np.exp(mean)


def bits_per_byte(nll, mask, n_bytes):
    """The sum of nll (B, n) in nats where mask (B, n) is True, in bits a byte."""
    amount = counted_sum(nll, mask)
    bits = amount / np.log(2.0)
    return bits / n_bytes


def counted_sum(nll, mask):
    """The sum over the places that count."""
    counted = np.where(mask, nll, 0.0)
    return counted.sum()
