# tfmdrill: perplexity (numpy)
import functools

import numpy as np

_total = functools.partial(np.sum, dtype=np.float64)


def perplexity(nll, mask):
    return np.power(2.0, _total(nll, where=mask) / np.count_nonzero(mask) / np.log(2))


def bits_per_byte(nll, mask, n_bytes):
    return _total(np.log2(np.exp(np.asarray(nll, dtype=float))), where=mask) / n_bytes
