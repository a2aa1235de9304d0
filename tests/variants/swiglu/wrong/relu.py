# tfmdrill: swiglu (numpy)
import numpy as np


def swiglu(x, w_gate, w_up, w_down):
    gate = x @ w_gate
    return (np.maximum(0, gate) * (x @ w_up)) @ w_down
