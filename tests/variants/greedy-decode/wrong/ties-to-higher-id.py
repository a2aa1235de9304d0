# tfmdrill: greedy-decode (numpy)
import numpy as np


def greedy_decode(step, prompt, *, max_new, eos):
    ids, done = prompt, np.zeros(len(prompt), bool)
    for _ in range(max_new):
        if done.all():
            break
        best = np.argsort(step(ids), axis=-1, kind="stable")[:, -1]
        best[done] = eos
        ids = np.concatenate([ids, best[:, None]], -1)
        done |= best == eos
    return ids
