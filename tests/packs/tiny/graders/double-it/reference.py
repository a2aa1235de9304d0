"""The truth of double-it."""

import numpy as np


def double_it(x, *, offset=0.0):
    scaled = np.multiply(x, 2.0)
    return scaled + offset
