# tfmdrill: perplexity (numpy)
import math


def perplexity(nll, mask):
    total, count = 0.0, 0
    for row, keep in zip(nll.tolist(), mask.tolist()):
        for value, k in zip(row, keep):
            if k:
                total += value
                count += 1
    return math.exp(total / count)


def bits_per_byte(nll, mask, n_bytes):
    return sum(v for row, keep in zip(nll.tolist(), mask.tolist()) for v, k in zip(row, keep) if k) / (
        math.log(2) * n_bytes
    )
