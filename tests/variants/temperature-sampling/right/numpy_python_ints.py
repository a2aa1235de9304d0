# tfmdrill: temperature-sampling (numpy)
import math


def sample(logits, u, *, temperature):
    out = []
    for row, x in zip(logits.tolist(), u.tolist()):
        best = max(row)
        if temperature == 0:
            out.append(row.index(best))
            continue
        w = [math.exp((v - best) / temperature) for v in row]
        rest = x * math.fsum(w)
        for i, q in enumerate(w):
            rest -= q
            if rest < 0:
                break
        else:
            i = max(j for j, q in enumerate(w) if q > 0)
        out.append(i)
    return out
