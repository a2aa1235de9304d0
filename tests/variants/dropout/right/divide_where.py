# tfmdrill: dropout (numpy)
import numpy as np


class Dropout:
    def __call__(self, x, uniforms, *, p, training=True):
        if training:
            return np.divide(x, 1 - p, out=np.zeros_like(x), where=uniforms >= p)
        return x


dropout = Dropout()
