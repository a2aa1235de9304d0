# tfmdrill: swiglu (numpy)
import math

import numpy as np


def silu(z):
    return z / (1 + math.exp(-z)) if z > -700 else 0.0


def swiglu(x, w_gate, w_up, w_down):
    out = np.zeros(x.shape, dtype=x.dtype)
    d, f = w_gate.shape
    for index in np.ndindex(*x.shape[:-1]):
        t = x[index].astype(float)
        hidden = [silu(float(t @ w_gate[:, j])) * float(t @ w_up[:, j]) for j in range(f)]
        out[index] = np.array(hidden) @ w_down.astype(float)
    return out
