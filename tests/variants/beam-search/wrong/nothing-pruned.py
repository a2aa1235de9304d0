# tfmdrill: beam-search (numpy)
# no pruning: ten times as many candidates stay alive
import heapq
import math
import numpy as np


def beam_search(step, prompt, *, beams, max_new, eos, length_alpha):
    alive = [(0.0, tuple(int(i) for i in prompt))]
    done = []
    start = len(prompt)
    for turn in range(1, max_new + 1):
        logits = np.asarray(
            step(np.array([ids for _, ids in alive], dtype=prompt.dtype)), dtype=np.float64
        )
        offers = []
        for (lp, ids), row in zip(alive, logits):
            top = row.max()
            norm = top + math.log(np.exp(row - top).sum())
            for token, z in enumerate(row):
                if z == -math.inf:
                    continue
                offer = (lp + z - norm, ids + (token,))
                if token == eos:
                    done.append((offer[0] / ((5 + turn) / 6) ** length_alpha, offer[1]))
                else:
                    offers.append(offer)
        if not offers:
            break
        alive = heapq.nlargest(10 * beams, offers)
    return np.array(max(done)[1] if done else max(alive)[1])
