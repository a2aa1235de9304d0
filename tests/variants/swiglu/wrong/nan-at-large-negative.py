# tfmdrill: swiglu (numpy)
import numpy as np


def sigmoid(z):
    e = np.exp(-z)
    return 1 - e / (e + 1)


def swiglu(x, w_gate, w_up, w_down):
    gate = x @ w_gate
    return (gate * sigmoid(gate) * (x @ w_up)) @ w_down
