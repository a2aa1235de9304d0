# tfmdrill: sinusoidal-positions (numpy)
import functools

import numpy as np


def table(n, d, base):
    return np.fromfunction(
        lambda p, c: np.sin(p * base ** (-2 * (c // 2) / d) + np.pi / 2 * (c % 2)), (n, d)
    )


class OddWidth(ValueError):
    pass


@functools.lru_cache(maxsize=None)
def sinusoidal_positions(n, d, *, base=10000.0):
    if d % 2:
        raise OddWidth(d)
    return table(n, d, base)
