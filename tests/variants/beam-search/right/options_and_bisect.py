# tfmdrill: beam-search (numpy)
import bisect

import numpy as np


def beam_search(step, prompt, **options):
    width, limit, end = options["beams"], options["max_new"], options["eos"]
    best = None
    alive = [(0.0, prompt)]
    for t in range(1, limit + 1):
        x = step(np.stack([row for _, row in alive]))
        x = x - np.log(np.sum(np.exp(x - x.max(1)[:, None]), axis=1))[:, None] - x.max(1)[:, None]
        kept, keys = [], []
        for (s, row), p in zip(alive, x):
            for i in range(len(p)):
                extended = (s + p[i], np.r_[row, i])
                if i == end:
                    value = extended[0] * (6 / (5 + t)) ** options["length_alpha"]
                    if np.isfinite(value) and (best is None or value > best[0]):
                        best = (value, extended[1])
                    continue
                at = bisect.bisect(keys, -extended[0])
                keys.insert(at, -extended[0])
                kept.insert(at, extended)
        alive = kept[:width]
    return (best or alive[0])[1]
