# tfmdrill: temperature-sampling (torch)
import bisect
import functools
import itertools

import torch


def listed(function):
    @functools.wraps(function)
    def inner(logits, u, **options):
        rows = logits.double().tolist()
        return torch.as_tensor([function(r, x, **options) for r, x in zip(rows, u.tolist())])

    return inner


@listed
def sample(row, x, *, temperature):
    import math

    top = max(row)
    if temperature == 0:
        return row.index(top)
    sums = list(itertools.accumulate(math.exp((v - top) / temperature) for v in row))
    return min(bisect.bisect_right(sums, x * sums[-1]), bisect.bisect_left(sums, sums[-1]))
