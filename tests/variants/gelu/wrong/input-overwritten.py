# tfmdrill: gelu (numpy)
import math

import numpy as np

erf = np.vectorize(math.erf)


def gelu(x, *, approximate=False):
    if approximate:
        x *= 0.5 * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))
    else:
        x *= 0.5 * (1 + erf(x / np.sqrt(2)))
    return x
