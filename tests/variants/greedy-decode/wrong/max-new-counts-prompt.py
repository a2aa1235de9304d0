# tfmdrill: greedy-decode (numpy)
import numpy as np


def greedy_decode(step, prompt, *, max_new, eos):
    ids = prompt
    done = np.zeros(ids.shape[0], dtype=bool)
    while ids.shape[1] < max_new and not done.all():
        best = np.argmax(step(ids), axis=1)
        best = np.where(done, eos, best)
        ids = np.concatenate([ids, best[:, np.newaxis]], axis=1)
        done = done | (best == eos)
    return ids
