# tfmdrill: greedy-decode (numpy)
import numpy as np


def greedy_decode(step, prompt, *, max_new, eos):
    ids = prompt
    new = 0
    while new < max_new and not (ids[:, -1] == eos).all():
        best = step(ids).argmax(axis=1)
        best = np.where(ids[:, -1] == eos, eos, best)
        ids = np.column_stack([ids, best])
        new += 1
    return ids
