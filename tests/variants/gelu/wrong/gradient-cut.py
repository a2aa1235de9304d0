# tfmdrill: gelu (torch)
import math

import numpy as np
import torch


def gelu(x, *, approximate=False):
    a = x.detach().numpy()
    if approximate:
        y = 0.5 * a * (1 + np.tanh(np.sqrt(2 / np.pi) * (a + 0.044715 * a**3)))
    else:
        y = 0.5 * a * (1 + np.vectorize(math.erf)(a / np.sqrt(2)))
    return torch.from_numpy(y).to(x.dtype)
