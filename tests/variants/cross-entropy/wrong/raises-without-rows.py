# tfmdrill: cross-entropy (numpy)
import math


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    losses = []
    for x, t in zip(logits.tolist(), targets.tolist()):
        if t != ignore_index:
            m = max(x)
            lse = m + math.log(sum(math.exp(a - m) for a in x))
            losses.append((1 - label_smoothing) * (lse - x[t]) + label_smoothing * (lse - sum(x) / len(x)))
    return sum(losses) / len(losses)
