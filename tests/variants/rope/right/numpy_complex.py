# tfmdrill: rope (numpy)
import numpy as np


class OddWidth(ValueError):
    pass


def apply_rope(x, positions, *, base=10000.0):
    x = np.asarray(x)
    if x.shape[-1] % 2:
        raise OddWidth(x.shape)
    half = x.shape[-1] // 2
    theta = np.power(base, -np.arange(half) / half)
    turn = np.exp(1j * np.multiply.outer(positions, theta))
    turn = turn[:, np.newaxis] if turn.ndim == 3 else turn
    z = (x[..., ::2] + 1j * x[..., 1::2]) * turn
    return np.stack((z.real, z.imag), -1).reshape(x.shape)  # float64
