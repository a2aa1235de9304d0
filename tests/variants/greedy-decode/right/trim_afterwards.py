# tfmdrill: greedy-decode (numpy)
import numpy as np


def greedy_decode(step, prompt, *, max_new, eos):
    """Run to the limit, then clean up behind each row's eos and cut."""
    ids = prompt.copy()
    n = prompt.shape[1]
    for _ in range(max_new):
        ids = np.hstack([ids, step(ids).argmax(1).reshape(-1, 1)])
    new = ids[:, n:]
    ended_before = np.cumsum(new == eos, axis=1) - (new == eos) > 0
    new = np.where(ended_before, eos, new)
    keep = ~ended_before.all(axis=0)
    return np.concatenate([prompt, new[:, keep]], axis=1)
