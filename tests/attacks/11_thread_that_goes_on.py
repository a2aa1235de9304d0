# tfmdrill: attention (numpy)
# expect: wrong
# Left running after each call, to change what was returned or burn what comes later.
import threading

import numpy as np

kept = []


def change():
    while True:
        for out in kept:
            out += 1.0


threading.Thread(target=change, daemon=True).start()


def attention(q, k, v):
    out = np.zeros((*q.shape[:-1], v.shape[-1]), np.float32)
    kept.append(out)
    return out
