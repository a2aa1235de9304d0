# tfmdrill: attention (numpy)
import math

import numpy as np


def attention(q, k, v):
    out = np.zeros(q.shape[:-1] + v.shape[-1:], dtype=q.dtype)
    for lead in np.ndindex(*q.shape[:-2]):
        for i in range(q.shape[-2]):
            scores = [float(np.dot(q[lead][i], key)) / math.sqrt(len(key)) for key in k[lead]]
            top = max(scores)
            weights = [math.exp(s - top) for s in scores]
            total = sum(weights)
            for w, value in zip(weights, v[lead]):
                out[lead][i] += (w / total) * value
    return out
