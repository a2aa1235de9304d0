# tfmdrill: softmax (numpy)
import math

import numpy as np


def softmax(x, dim=-1, *, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature")
    print("softmax over axis", dim, "of", x.shape)
    out = np.zeros(x.shape, dtype=x.dtype)
    others = [range(s) if a != dim % x.ndim else [slice(None)] for a, s in enumerate(x.shape)]

    def visit(index, rest):
        if rest:
            for i in rest[0]:
                visit((*index, i), rest[1:])
            return
        values = [float(v) for v in x[index]]
        highest = max(values)
        powers = [math.exp((v - highest) / temperature) for v in values]
        out[index] = [p / math.fsum(powers) for p in powers]

    visit((), others)
    return out
