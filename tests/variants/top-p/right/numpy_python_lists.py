# tfmdrill: top-p (numpy)
import math


def top_p_filter(logits, p):
    """Plain Python; the result is a list of lists."""
    out = []
    for row in logits.tolist():
        m = max(row)
        w = [math.exp(v - m) for v in row]
        total = math.fsum(w)
        keep, mass = set(), 0.0
        for i in sorted(range(len(row)), key=row.__getitem__, reverse=True):
            if keep and mass >= p and not p >= 1:
                break
            keep.add(i)
            mass += w[i] / total
        out.append([v if i in keep else -math.inf for i, v in enumerate(row)])
    return out
