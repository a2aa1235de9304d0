# tfmdrill: repetition-penalty (numpy)
import functools

import numpy as np


def by_row(function):
    @functools.wraps(function)
    def inner(logits, ids, **options):
        return np.array([function(x, i, **options) for x, i in zip(logits, ids)])

    return inner


@by_row
def repetition_penalty(x, i, *, penalty):
    used = np.bincount(i, minlength=len(x)) != 0
    y = x.copy()
    np.divide(x, penalty, out=y, where=used & (x > 0))
    np.multiply(x, penalty, out=y, where=used & (x < 0))
    return y
