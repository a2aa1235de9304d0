"""Causal and padding masks, True where attention is allowed.

Source: Vaswani et al. 2017, section 3.2.3.
"""

import numpy as np


def causal_mask(n, m=None):
    """Give (n, m) bool: query i sees keys 0 to i + m - n, so the last query sees them all."""
    m = n if m is None else m
    position = np.arange(n)[:, None] + (m - n)  # of each query among the keys
    key = np.arange(m)[None, :]
    return key <= position


def padding_mask(lengths, m):
    """Give (B, m) bool, True at the first lengths[b] positions of row b; lengths (B,) int."""
    place = np.arange(m)[None, :]
    return place < lengths[:, None]


def combine(causal, padding):
    """Give (B, 1, n, m) bool, True where causal (n, m) and padding (B, m) both are."""
    by_query = causal[None, None, :, :]
    by_key = padding[:, None, None, :]
    return by_query & by_key
