# tfmdrill: greedy-decode (numpy)
import numpy as np


def greedy_decode(step, prompt, *, max_new, eos):
    out = [prompt]
    done = np.zeros((len(prompt), 1), bool)
    for _ in range(max_new):
        if done.all():
            break
        best = np.where(done, eos, step(prompt).argmax(-1)[:, None])
        out.append(best)
        done |= best == eos
    return np.concatenate(out, axis=1)
