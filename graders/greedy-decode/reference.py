"""Greedy decoding of a batch, each row to its own eos.

Source: Sutskever et al. 2014, section 3.2, with a beam of 1.
"""

import numpy as np


def greedy_decode(step, prompt, *, max_new, eos):
    """prompt int (B, n) continued by at most `max_new` ids a row, (B, n + t).

    step(ids (b, l)) gives the logits (b, V) of the next ids. Rows that have ended are padded by
    eos; t is the length of the longest row, its eos counted.
    """
    ids = prompt
    finished = np.zeros(prompt.shape[0], dtype=bool)
    for _ in range(max_new):
        if np.all(finished):
            break
        logits = step(ids)  # (B, V)
        chosen = np.argmax(logits, axis=-1)  # the first of equal maxima
        chosen = np.where(finished, eos, chosen)
        ids = np.concatenate([ids, chosen[:, None]], axis=1)
        finished = finished | (chosen == eos)
    return ids
