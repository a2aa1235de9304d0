"""Temperature sampling by inversion of the cumulative distribution.

Source: Devroye 1986, section III.2, on the softmax at a temperature.
"""

import numpy as np


def sample(logits, u, *, temperature):
    """The first id of each row whose cumulative probability exceeds u, (B,).

    logits (B, V), u (B,) in [0, 1). Temperature 0 gives the argmax.
    """
    if temperature == 0:
        return np.argmax(logits, axis=-1)
    scaled = logits / temperature
    shifted = scaled - np.max(scaled, axis=-1, keepdims=True)
    weight = np.exp(shifted)
    probability = weight / np.sum(weight, axis=-1, keepdims=True)
    cumulative = np.cumsum(probability, axis=-1)  # (B, V)
    threshold = u[:, None]
    passed = cumulative > threshold
    chosen = np.argmax(passed, axis=-1)  # the first True
    possible = probability > 0
    last = logits.shape[-1] - 1 - np.argmax(possible[:, ::-1], axis=-1)
    return np.where(np.any(passed, axis=-1), chosen, last)
