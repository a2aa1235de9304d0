# tfmdrill: greedy-decode (numpy)
import numpy as np


def greedy_decode(step, prompt, *, max_new, eos):
    ids, done = prompt, np.zeros(len(prompt), bool)
    new = 0
    while new <= max_new:
        best = np.where(done, eos, step(ids).argmax(-1))
        ids = np.concatenate([ids, best[:, None]], -1)
        done |= best == eos
        if done.all():
            break
        new += 1
    return ids
