# tfmdrill: greedy-decode (numpy)
import numpy as np


def greedy_decode(step, prompt, *, max_new, eos):
    ids = np.array(prompt)
    alive = np.arange(len(ids))
    for _ in range(max_new):
        if alive.size == 0:
            return ids
        order = np.argsort(-step(ids[alive]), axis=1, kind="stable")
        column = np.full((len(ids), 1), eos)
        column[alive, 0] = order[:, 0]
        ids = np.append(ids, column, axis=1)
        alive = alive[column[alive, 0] != eos]
    return ids
