"""Inverted dropout with the random numbers given.

Source: Srivastava et al. 2014, section 10.
"""

import numpy as np


def dropout(x, uniforms, *, p, training=True):
    """Give x with a value kept and divided by 1 - p where its uniform is >= p, else zero.

    Without `training` x comes back.
    """
    if not training:
        return x
    kept = uniforms >= p
    if p == 1.0:
        return np.zeros_like(x)
    scale = 1.0 / (1.0 - p)
    return np.where(kept, x * scale, 0.0)
