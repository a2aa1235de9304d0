"""The loss of a causal language model: each token scored by the logits before it.

Source: Radford et al. 2018, equation 1.
"""

import numpy as np


def causal_lm_loss(logits, ids, *, mask=None):
    """Mean of -log softmax(logits[:, t])[ids[:, t + 1]] where mask[:, t + 1]; 0 without any.

    logits float (B, n, V), ids int (B, n), mask bool (B, n).
    """
    real = np.ones(ids.shape, dtype=bool) if mask is None else mask
    scoring = logits[:, :-1]  # (B, n - 1, V)
    targets = ids[:, 1:]
    counts = real[:, 1:]
    top = np.max(scoring, axis=-1, keepdims=True)
    shifted = scoring - top
    log_z = np.log(np.sum(np.exp(shifted), axis=-1, keepdims=True))
    log_p = shifted - log_z
    nll = -np.take_along_axis(log_p, targets[..., None], axis=-1)[..., 0]  # (B, n - 1)
    total = np.sum(np.where(counts, nll, 0.0))
    n_scored = np.sum(counts)
    return total / max(n_scored, 1)
