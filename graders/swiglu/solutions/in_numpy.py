import numpy as np


def swiglu(x, w_gate, w_up, w_down):
    gate = x @ w_gate
    silu = gate * 0.5 * (1.0 + np.tanh(0.5 * gate))  # tanh can't overflow
    return (silu * (x @ w_up)) @ w_down
