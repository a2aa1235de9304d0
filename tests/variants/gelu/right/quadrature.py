# tfmdrill: gelu (numpy)
import numpy as np

NODES, WEIGHTS = np.polynomial.legendre.leggauss(60)


def normal_share(x):
    """1/2 plus the integral of the density from 0 to x, which is cut at 7."""
    end = np.clip(x, -7, 7).astype(np.float64)[..., None] / 2
    t = end * (NODES + 1)
    return 0.5 + (np.exp(-t * t / 2) @ WEIGHTS) * end[..., 0] / np.sqrt(2 * np.pi)


def gelu(x, *, approximate=False):
    if approximate:
        return x * 0.5 * (1.0 + np.tanh((2 / np.pi) ** 0.5 * (x + 0.044715 * x**3)))
    return (x * normal_share(x)).astype(x.dtype)
