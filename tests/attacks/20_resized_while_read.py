# tfmdrill: attention (numpy)
# expect: wrong, error, broken-protocol
import threading

import numpy as np


def attention(q, k, v):
    out = np.zeros(1000, np.float32)

    def resize():
        for n in range(200):
            try:
                out.resize(1 + n % 7 * 100_000, refcheck=False)
            except ValueError:
                pass

    threading.Thread(target=resize).start()
    return out
