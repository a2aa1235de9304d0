# tfmdrill: rope (numpy)
import numpy as np


def apply_rope(x, positions, *, base=10000.0):
    d = x.shape[-1]
    if d % 2:
        raise ValueError("odd")
    freq = np.power(base, np.arange(0, d, 2) / d)
    z = np.exp(1j * np.multiply.outer(positions, freq))
    if z.ndim == 3:
        z = z[:, None]
    y = (x[..., ::2] + 1j * x[..., 1::2]) * z
    return np.stack([y.real, y.imag], -1).reshape(x.shape).astype(x.dtype)
