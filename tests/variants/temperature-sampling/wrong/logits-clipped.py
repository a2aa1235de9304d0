# tfmdrill: temperature-sampling (numpy)
import numpy as np


def sample(logits, u, *, temperature):
    if temperature == 0:
        return logits.argmax(1)
    z = logits.astype(float) / temperature
    w = np.where(np.isinf(z), 0.0, np.exp(np.clip(z, -80, 80)))
    p = w / w.sum(1, keepdims=True)
    k = (np.cumsum(p, 1) <= u[:, None]).sum(1)
    return np.minimum(k, logits.shape[1] - 1 - (p > 0)[:, ::-1].argmax(1))
