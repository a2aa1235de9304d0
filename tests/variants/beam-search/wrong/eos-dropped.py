# tfmdrill: beam-search (numpy)
import numpy as np


def log_softmax(x):
    x = x - x.max()
    return x - np.log(np.exp(x).sum())


def beam_search(step, prompt, *, beams, max_new, eos, length_alpha):
    def score_of(log_prob, ids):
        new = len(ids) - len(prompt)
        return log_prob / ((5 + new) / 6) ** length_alpha

    alive = [(0.0, list(prompt))]
    done = []
    for _ in range(max_new):
        candidates = []
        for log_prob, ids in alive:
            row = log_softmax(step(np.array([ids]))[0])
            for token, value in enumerate(row):
                candidates.append((log_prob + value, ids + [token]))
        candidates.sort(key=lambda c: c[0], reverse=True)
        done += [c for c in candidates if c[1][-1] == eos and np.isfinite(c[0])]
        alive = [c for c in candidates if c[1][-1] != eos][:beams]
    if done:
        best = max(done, key=lambda c: score_of(*c))
    else:
        best = alive[0]
    ids = best[1]
    if ids[-1] == eos:
        ids = ids[:-1]
    return np.array(ids)
