import numpy as np

BLOCK = 128  # queries at a time


def sliding_window_attention(q, k, v, *, window):
    if window < 1:
        raise ValueError(f"window must be at least 1, got {window}")
    n, d = q.shape[-2:]
    blocks = []
    for start in range(0, n, BLOCK):
        stop = min(start + BLOCK, n)
        first = max(0, start - window + 1)  # the oldest key that the block sees
        keys, values = k[..., first:stop, :], v[..., first:stop, :]
        scores = q[..., start:stop, :] @ keys.swapaxes(-2, -1) / d**0.5
        distance = np.arange(start, stop)[:, None] - np.arange(first, stop)
        scores = np.where((distance >= 0) & (distance < window), scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights /= weights.sum(axis=-1, keepdims=True)
        blocks.append(weights @ values)
    return np.concatenate(blocks, axis=-2)
