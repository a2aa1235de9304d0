# tfmdrill: attention (numpy)
# expect: wrong
# The answer is an argument's memory, overwritten.
import numpy as np


def attention(q, k, v):
    q = np.array(q) if not q.flags.writeable else q
    q[...] = 1.0
    return q
