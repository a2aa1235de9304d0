# tfmdrill: gelu (numpy)
import math

import numpy as np


class Gelu:
    erf = staticmethod(np.frompyfunc(math.erf, 1, 1))

    def __call__(self, x, *, approximate=False):
        if approximate:
            z = np.sqrt(8 / np.pi) * (x + 0.044715 * x * x * x)
            with np.errstate(over="ignore"):
                return (x / (1 + np.exp(-z))).astype(x.dtype)
        share = (1 + self.erf(x / math.sqrt(2)).astype(np.float64)) / 2
        return (x * share).astype(x.dtype)


gelu = Gelu()
