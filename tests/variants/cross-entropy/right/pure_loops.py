# tfmdrill: cross-entropy (numpy)
import math


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    total, count = 0.0, 0
    for row, target in zip(logits.tolist(), targets.tolist()):
        if target == ignore_index:
            continue
        top = max(row)
        log_z = top + math.log(math.fsum(math.exp(v - top) for v in row))
        nll = log_z - row[target]
        uniform = math.fsum(log_z - v for v in row) / len(row)
        total += (1 - label_smoothing) * nll + label_smoothing * uniform
        count += 1
    return total / count if count else 0.0
