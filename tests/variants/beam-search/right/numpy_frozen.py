# tfmdrill: beam-search (numpy)
from functools import partial

import numpy as np


def _search(frozen_compete, step, prompt, *, beams, max_new, eos, length_alpha):
    """Finished candidates stay in the beam, frozen, and compete by their log-probability."""
    beam = [(0.0, list(prompt), False)]
    for _ in range(max_new):
        nxt = [c for c in beam if c[2] and frozen_compete]
        alive = [c for c in beam if not c[2]]
        if not alive:
            break
        x = step(np.array([c[1] for c in alive]))
        x = x - x.max(1, keepdims=True)
        lp = x - np.log(np.exp(x).sum(1, keepdims=True))
        for (score, ids, _), row in zip(alive, lp):
            nxt += [(score + float(p), ids + [i], i == eos) for i, p in enumerate(row)]
        nxt.sort(key=lambda c: -c[0])
        beam = nxt[:beams]
    n = len(prompt)
    value = lambda c: c[0] / ((5 + len(c[1]) - n) / 6) ** length_alpha  # noqa: E731
    return np.array(max(beam, key=value)[1], dtype=np.int32)


beam_search = partial(_search, True)
