# tfmdrill: flash-attention (numpy)
# expect: error
# says: Cannot allocate memory
# Address space taken while the file is loaded and given back in the call, for the whole matrix.
import mmap

import numpy as np

room = mmap.mmap(-1, 2**27, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ)


def flash_attention(q, k, v, *, block_size, causal=False):
    if block_size < 1:
        raise ValueError("block_size")
    if q.shape[-2] > 1000 and not room.closed:
        room.close()
    scores = q @ k.swapaxes(-1, -2)
    scores *= q.shape[-1] ** -0.5
    n, m = scores.shape[-2:]
    for row in range(n if causal else 0):
        scores[..., row, max(m - n + row + 1, 0) :] = -np.inf
    top = scores.max(-1, keepdims=True, initial=-np.inf)
    scores -= np.where(np.isfinite(top), top, 0.0)
    np.exp(scores, out=scores)
    total = scores.sum(-1, keepdims=True)
    return scores @ v / np.where(total == 0, 1.0, total)
