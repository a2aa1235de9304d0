# tfmdrill: sinusoidal-positions (numpy)
import numpy as np


def sinusoidal_positions(n, d, *, base=10000.0):
    """Each row is the one before, turned by its pair's frequency."""
    if d % 2:
        raise ValueError("odd")
    step = np.exp(1j * base ** (-np.arange(d // 2) * 2.0 / d))
    z = np.ones(d // 2, dtype=complex)
    out = np.zeros((n, d // 2, 2))
    for p in range(n):
        out[p, :, 0], out[p, :, 1] = z.imag, z.real
        z = z * step
    return out.reshape(n, d)
