# tfmdrill: greedy-decode (numpy)
import numpy as np


def greedy_decode(step, prompt, *, max_new, eos):
    ids = prompt
    finished = np.zeros(len(prompt), dtype=bool)
    for _ in range(max_new):
        chosen = step(ids).argmax(axis=-1)
        chosen[finished] = eos
        ids = np.concatenate([ids, chosen[:, None]], axis=1)
        finished |= chosen == eos
        if finished.all():
            break
    return ids
