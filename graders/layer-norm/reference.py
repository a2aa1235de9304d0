"""Layer normalisation over the last axis.

Source: Ba, Kiros and Hinton 2016, section 3.
"""

import numpy as np


def layer_norm(x, gamma, beta, *, eps=1e-5):
    """Give x (..., d) with each row standardised, times gamma (d,), plus beta (d,).

    The variance is the biased one; eps is added to it inside the square root.
    """
    axis = -1  # the features of one token
    mean = np.mean(x, axis=axis, keepdims=True)  # (..., 1)
    centred = x - mean
    variance = np.mean(centred * centred, axis=axis, keepdims=True)  # (..., 1)
    deviation = np.sqrt(variance + eps)
    normal = centred / deviation
    scaled = normal * gamma
    return scaled + beta
