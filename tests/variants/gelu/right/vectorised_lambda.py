# tfmdrill: gelu (numpy)
import math

import numpy as np

_exact = np.vectorize(lambda v: v * 0.5 * (1 + math.erf(v / 2**0.5)), otypes=[np.float64])
_tanh = np.vectorize(lambda v: v * 0.5 * (1 + math.tanh((2 / math.pi) ** 0.5 * (v + 0.044715 * v**3))), otypes=[np.float64])

gelu = lambda x, *, approximate=False: (_tanh if approximate else _exact)(x).astype(x.dtype, order="F")
