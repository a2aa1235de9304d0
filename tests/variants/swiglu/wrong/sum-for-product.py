# tfmdrill: swiglu (numpy)
import numpy as np


def swiglu(x, w_gate, w_up, w_down):
    g = x @ w_gate
    return (g * 0.5 * (1 + np.tanh(g / 2)) + x @ w_up) @ w_down
