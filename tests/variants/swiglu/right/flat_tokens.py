# tfmdrill: swiglu (numpy)
import numpy as np


class FeedForward:
    def __init__(self, *weights):
        self.gate, self.up, self.down = weights

    def __call__(self, tokens):
        z = tokens @ self.gate
        z *= 0.5 + 0.5 * np.tanh(z / 2)
        z *= tokens @ self.up
        return z @ self.down


def swiglu(x, *weights):
    flat = x.reshape(-1, x.shape[-1])
    return FeedForward(*weights)(flat).reshape(x.shape)
