# tfmdrill: beam-search (numpy)
import heapq

import numpy as np


def beam_search(step, prompt, *, beams, max_new, eos, length_alpha):
    beam, pool = [(0.0, prompt)], []
    for t in range(max_new):
        following = []
        for score, ids in beam:
            x = step(ids[None, :])[0].astype(np.float64)
            lp = x - np.logaddexp.reduce(x)
            for token in np.argsort(-lp)[: beams + 1]:
                longer = np.concatenate([ids, [token]])
                if token == eos:
                    pool.append(((score + lp[token]) / ((6 + t) / 6) ** length_alpha, longer))
                else:
                    following.append((score + lp[token], longer))
        beam = heapq.nlargest(beams, following, key=lambda c: c[0])
    pool = [p for p in pool if np.isfinite(p[0])]
    return max(pool or beam, key=lambda c: c[0])[1]
