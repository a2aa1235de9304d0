"""Softmax along one axis, with a temperature.

Source: Goodfellow et al. 2016, Deep Learning, section 4.1, for the shift by the maximum.
"""

import numpy as np


def softmax(x, dim=-1, *, temperature=1.0):
    """Give exp(x / temperature) normalised over axis `dim`, in the shape of x.

    x float, any shape. Raises ValueError if the temperature isn't positive.
    """
    if temperature <= 0:
        raise ValueError(f"temperature must be positive, not {temperature}")
    scores = x / temperature
    top = np.max(scores, axis=dim, keepdims=True)  # cancels in the ratio
    weights = np.exp(scores - top)
    total = np.sum(weights, axis=dim, keepdims=True)
    return weights / total
