# tfmdrill: gelu (numpy)
import numpy as np

A = (0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429)


def erf(x):
    """Abramowitz and Stegun 7.1.26: good to 1.5e-7."""
    z = np.abs(x)
    t = 1 / (1 + 0.3275911 * z)
    poly = t * (A[0] + t * (A[1] + t * (A[2] + t * (A[3] + t * A[4]))))
    return np.sign(x) * (1 - poly * np.exp(-z * z))


def gelu(x, *, approximate=False):
    if approximate:
        return x / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * np.power(x, 3))))
    return x / 2 * (1 + erf(x / np.sqrt(2)))
