# tfmdrill: beam-search (numpy)
import math

import numpy as np


def log_softmax(row):
    top = max(row)
    z = top + math.log(math.fsum(math.exp(v - top) for v in row))
    return [v - z for v in row]


def beam_search(step, prompt, *, beams, max_new, eos, length_alpha):
    alive = [(0.0, tuple(prompt.tolist()))]
    finished = []
    for n_new in range(1, max_new + 1):
        logits = step(np.array([ids for _, ids in alive])).tolist()
        candidates = [
            (s + p, ids + (token,))
            for (s, ids), row in zip(alive, logits)
            for token, p in enumerate(log_softmax(row))
        ]
        penalty = math.pow((5 + n_new) / 6, length_alpha)
        finished += [(s / penalty, ids) for s, ids in candidates if ids[-1] == eos]
        alive = sorted(c for c in candidates if c[1][-1] != eos)[: -beams - 1 : -1]
    finished = [f for f in finished if f[0] > -math.inf]
    return list(max(finished or alive)[1])
