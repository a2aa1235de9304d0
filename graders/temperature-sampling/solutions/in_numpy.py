# tfmdrill: temperature-sampling (numpy)
import numpy as np


def sample(logits, u, *, temperature):
    if temperature == 0:
        return logits.argmax(axis=-1)
    scaled = logits / temperature
    weight = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
    cumulative = weight.cumsum(axis=-1)
    cumulative = cumulative / cumulative[:, -1:]  # exactly 1 from the last possible id on
    return (cumulative <= u[:, None]).sum(axis=-1)
