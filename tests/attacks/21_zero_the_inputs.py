# tfmdrill: attention (numpy)
# expect: wrong
# A reference that shared these arrays would now agree.
import numpy as np


def attention(q, k, v):
    for x in (q, k, v):
        if x.flags.writeable:
            x[...] = 0.0
    return np.zeros((*q.shape[:-1], v.shape[-1]), np.float32)
