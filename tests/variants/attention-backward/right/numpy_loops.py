# tfmdrill: attention-backward (numpy)
import math

import numpy as np


def one(q, k, v, g):
    dq, dk, dv = np.zeros_like(q), np.zeros_like(k), np.zeros_like(v)
    root = math.sqrt(q.shape[1])
    for i in range(len(q)):
        s = [float((q[i] * kj).sum()) / root for kj in k]
        e = [math.exp(x - max(s)) for x in s]
        p = [x / sum(e) for x in e]
        dp = [float((g[i] * vj).sum()) for vj in v]
        mean = sum(a * b for a, b in zip(p, dp))
        for j in range(len(k)):
            ds = p[j] * (dp[j] - mean) / root
            dq[i] += ds * k[j]
            dk[j] += ds * q[i]
            dv[j] += p[j] * g[i]
    return dq, dk, dv


def attention_backward(q, k, v, grad_out):
    if q.ndim == 2:
        return one(q, k, v, grad_out)
    parts = [attention_backward(*rows) for rows in zip(q, k, v, grad_out)]
    return tuple(np.stack(part) for part in zip(*parts))
