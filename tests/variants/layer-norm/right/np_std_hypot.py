# tfmdrill: layer-norm (numpy)
import numpy as np

layer_norm = lambda x, gamma, beta, *, eps=1e-5: (
    gamma
    * (x - np.average(x, axis=-1)[..., np.newaxis])
    / np.hypot(np.std(x, axis=-1, keepdims=True), np.sqrt(eps))
    + beta
)
