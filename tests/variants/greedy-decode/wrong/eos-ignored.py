# tfmdrill: greedy-decode (numpy)
import numpy as np


def greedy_decode(step, prompt, *, max_new, eos):
    ids = prompt
    for _ in range(max_new):
        best = np.argmax(step(ids), axis=-1)
        ids = np.concatenate([ids, best[:, None]], axis=-1)
    return ids
