# tfmdrill: flash-attention (numpy)
import numpy as np


def flash_attention(q, k, v, *, block_size, causal=False):
    if block_size < 1:
        raise ValueError("block_size has to be positive")
    n, m = q.shape[2], k.shape[2]
    run_max = np.full(q.shape[:3], -np.inf, dtype=q.dtype)
    run_sum = np.zeros(q.shape[:3], dtype=q.dtype)
    output = np.zeros(q.shape[:3] + v.shape[3:], dtype=q.dtype)
    for begin in range(0, m, block_size):
        end = min(begin + block_size, m)
        logits = np.einsum("bhid,bhjd->bhij", q, k[:, :, begin:end]) / np.sqrt(np.float32(q.shape[3]))
        if causal:
            allowed = np.arange(begin, end) <= np.arange(n)[:, None] + m - n
            logits = np.where(allowed, logits, -np.inf)
        new_max = np.maximum(run_max, logits.max(axis=-1))
        finite_max = np.where(np.isneginf(new_max), 0, new_max)
        probs = np.exp(logits - finite_max[..., None])
        correction = np.exp(logits.max(axis=-1) - finite_max)
        run_sum = run_sum * correction + probs.sum(axis=-1)
        output = output * correction[..., None] + np.einsum("bhij,bhjd->bhid", probs, v[:, :, begin:end])
        run_max = new_max
    run_sum = np.where(run_sum == 0, 1, run_sum)
    return output / run_sum[..., None]
