import numpy as np


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError(f"temperature must be positive, got {temperature}")
    scores = x / temperature
    # The largest score of each slice becomes 0: no exp overflows, and the sum is at least 1.
    weights = np.exp(scores - scores.max(axis=dim, keepdims=True))
    return weights / weights.sum(axis=dim, keepdims=True)
