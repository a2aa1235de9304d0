# tfmdrill: attention (numpy)
import numpy as np

logsumexp = lambda a: np.logaddexp.reduce(a, axis=-1, keepdims=True)
attention = lambda q, k, v: (
    lambda s: np.exp(s - logsumexp(s)) @ v
)((q * (q.shape[-1] ** -0.5)) @ np.swapaxes(k, -1, -2))
