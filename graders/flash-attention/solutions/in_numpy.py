import numpy as np


def flash_attention(q, k, v, *, block_size, causal=False):
    if block_size < 1:
        raise ValueError("block_size must be at least 1")
    n, m = q.shape[-2], k.shape[-2]
    q = q * np.asarray(q.shape[-1] ** -0.5, dtype=q.dtype)
    top = np.full((*q.shape[:-1], 1), -np.inf, dtype=q.dtype)
    total = np.zeros_like(top)
    out = np.zeros((*q.shape[:-1], v.shape[-1]), dtype=q.dtype)
    position = np.arange(m - n, m)[:, None]  # of each query among the keys

    for start in range(0, m, block_size):
        block = slice(start, start + block_size)  # the last one may be shorter
        scores = q @ k[..., block, :].swapaxes(-2, -1)  # (B, h, n, block)
        if causal:
            key = np.arange(start, start + scores.shape[-1])
            scores = np.where(key <= position, scores, -np.inf)
        new_top = np.maximum(top, scores.max(axis=-1, keepdims=True))
        # A row that has seen no allowed key yet has the maximum -inf; shifting by 0 avoids NaN.
        shift = np.where(np.isneginf(new_top), 0.0, new_top)
        weights = np.exp(scores - shift)
        rescale = np.exp(top - shift)
        total = total * rescale + weights.sum(axis=-1, keepdims=True)
        out = out * rescale + weights @ v[..., block, :]
        top = new_top

    return out / np.where(total == 0, 1.0, total)  # an empty row stays zero
