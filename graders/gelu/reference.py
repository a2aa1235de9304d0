"""GELU by erf, and its approximation by tanh.

Source: Hendrycks and Gimpel 2016, section 2.
"""

import math

import numpy as np


def gelu(x, *, approximate=False):
    """Give x (any shape) times the share of the normal distribution below x.

    With `approximate` the share comes from a tanh.
    """
    by_tanh = bool(approximate)
    share = _tanh_share(x) if by_tanh else _normal_share(x)
    return x * share


def _normal_share(x):
    scaled = x / math.sqrt(2.0)
    return 0.5 * (1.0 + _erf(scaled))


def _tanh_share(x):
    cubic = 0.044715 * x * x * x
    factor = math.sqrt(2.0 / math.pi)
    inner = factor * (x + cubic)
    return 0.5 * (1.0 + np.tanh(inner))


_erf = np.vectorize(math.erf, otypes=[float])
