# tfmdrill: swiglu (numpy)
import numpy as np


def sigmoid(z):
    e = np.exp(-np.abs(z))
    return np.where(z >= 0, 1 / (1 + e), e / (1 + e))


def swiglu(x, w_gate, w_up, w_down):
    gate = np.dot(x, w_gate)
    return np.dot(gate * sigmoid(gate) * np.dot(x, w_up), w_down)
