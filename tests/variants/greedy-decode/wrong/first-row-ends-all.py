# tfmdrill: greedy-decode (numpy)
import numpy as np


def greedy_decode(step, prompt, *, max_new, eos):
    ids = prompt
    ended = np.zeros(len(prompt), bool)
    for _ in range(max_new):
        best = step(ids).argmax(-1)
        best[ended] = eos
        ids = np.concatenate([ids, best[:, None]], axis=1)
        ended = ended | (best == eos)
        if best[0] == eos:
            return ids
    return ids
