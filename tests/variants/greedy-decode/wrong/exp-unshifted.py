# tfmdrill: greedy-decode (numpy)
import numpy as np


def greedy_decode(step, prompt, *, max_new, eos):
    ids = prompt.copy()
    done = np.zeros(len(ids), bool)
    for _ in range(max_new):
        if done.all():
            break
        e = np.exp(step(ids))
        p = e / e.sum(-1, keepdims=True)
        new = np.where(done, eos, p.argmax(-1))
        done |= new == eos
        ids = np.concatenate([ids, new[:, None]], 1)
    return ids
