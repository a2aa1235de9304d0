# tfmdrill: sinusoidal-positions (numpy)
import math

import numpy as np


def sinusoidal_positions(n, d, *, base=10000.0):
    if d % 2:
        raise ValueError("d must be even")
    num_timescales = d // 2
    increment = math.log(base) / max(num_timescales - 1, 1)
    inv_timescales = np.exp(np.arange(num_timescales) * -increment)
    scaled = np.arange(n)[:, None] * inv_timescales[None, :]
    return np.stack([np.sin(scaled), np.cos(scaled)], axis=-1).reshape(n, d)
