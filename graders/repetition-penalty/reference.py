"""Repetition penalty on next-token logits.

Source: Keskar et al. 2019, section 4.1.
"""

import numpy as np


def repetition_penalty(logits, ids, *, penalty):
    """logits (B, V) with each id that occurs in its row of ids (B, n) made less probable.

    Positive logits are divided by the penalty and negative ones multiplied, once an id.
    """
    row = np.arange(len(logits))[:, None]
    count = np.zeros(logits.shape, dtype=int)
    np.add.at(count, (row, ids), 1)
    seen = count > 0  # (B, V)
    lowered = np.where(logits > 0, logits / penalty, logits * penalty)
    return np.where(seen, lowered, logits)
