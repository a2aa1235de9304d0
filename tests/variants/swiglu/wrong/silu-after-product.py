# tfmdrill: swiglu (numpy)
import numpy as np


def swiglu(x, w_gate, w_up, w_down):
    h = (x @ w_gate) * (x @ w_up)
    return (h / (1 + np.exp(-h))) @ w_down
