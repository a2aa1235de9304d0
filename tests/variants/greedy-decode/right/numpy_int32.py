# tfmdrill: greedy-decode (numpy)
from functools import partial

import numpy as np


def _decode(dtype, step, prompt, *, max_new, eos):
    total = prompt.shape[1] + max_new
    buffer = np.full((prompt.shape[0], total), eos, dtype=dtype)
    buffer[:, : prompt.shape[1]] = prompt
    ended = np.zeros(prompt.shape[0], dtype=bool)
    end = prompt.shape[1]
    for at in range(prompt.shape[1], total):
        logits = np.asarray(step(buffer[:, :at]))
        best = np.array([np.flatnonzero(row == row.max())[0] for row in logits])
        buffer[~ended, at] = best[~ended]
        ended |= buffer[:, at] == eos
        end = at + 1
        if ended.all():
            break
    return buffer[:, :end]


greedy_decode = partial(_decode, np.int32)
