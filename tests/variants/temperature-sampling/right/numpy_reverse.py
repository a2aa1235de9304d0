# tfmdrill: temperature-sampling (numpy)
import numpy as np


def sample(logits, u, *, temperature, **unused):
    """From the end: the mass above an id is below 1 - u."""
    if temperature == 0:
        return logits.argmax(1)
    x = logits.astype(np.float64) / temperature
    p = np.exp(x - x.max(1, keepdims=True))
    p /= p.sum(1, keepdims=True)
    above = p[:, ::-1].cumsum(1)[:, ::-1] - p  # mass of the ids behind
    ok = (above < 1.0 - u[:, None]) & (p > 0)
    return ok.argmax(1)
