# tfmdrill: rope (numpy)
import math

import numpy as np


def apply_rope(x, positions, *, base=10000.0):
    B, H, N, D = x.shape
    if D % 2 != 0:
        raise ValueError("D must be even")
    positions = np.broadcast_to(positions, (B, N))
    out = np.zeros_like(x)
    for b in range(B):
        for n in range(N):
            for i in range(D // 2):
                angle = int(positions[b, n]) * math.pow(base, -2 * i / D)
                c, s = math.cos(angle), math.sin(angle)
                a, e = x[b, :, n, 2 * i].astype(float), x[b, :, n, 2 * i + 1].astype(float)
                out[b, :, n, 2 * i] = c * a - s * e
                out[b, :, n, 2 * i + 1] = s * a + c * e
    return out
