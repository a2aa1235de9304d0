"""RMS normalisation over the last axis.

Source: Zhang and Sennrich 2019, equation 4.
"""

import numpy as np


def rms_norm(x, weight, *, eps=1e-6):
    """Give x (..., d) with each row divided by its root mean square, times weight (d,).

    eps is added to the mean square inside the square root.
    """
    axis = -1  # the features of one token
    square = x * x
    mean_square = np.mean(square, axis=axis, keepdims=True)  # (..., 1)
    rms = np.sqrt(mean_square + eps)
    normal = x / rms
    return normal * weight
