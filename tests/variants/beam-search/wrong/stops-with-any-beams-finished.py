# tfmdrill: beam-search (numpy)
import numpy as np


def beam_search(step, prompt, *, beams, max_new, eos, length_alpha):
    alive, done = [(0.0, [int(i) for i in prompt])], []
    for t in range(1, max_new + 1):
        z = np.asarray(step(np.array([a for _, a in alive])), dtype=float)
        lp = z - np.logaddexp.reduce(z, -1, keepdims=True)
        ext = [
            (s + lp[i, v], ids + [v])
            for i, (s, ids) in enumerate(alive)
            for v in range(lp.shape[1])
            if lp[i, v] > -np.inf
        ]
        done += [(s / ((5 + t) / 6) ** length_alpha, ids) for s, ids in ext if ids[-1] == eos]
        alive = sorted((e for e in ext if e[1][-1] != eos), reverse=True)[:beams]
        if len(done) >= beams or not alive:
            break
    return np.array(max(done)[1] if done else alive[0][1])
