# tfmdrill: temperature-sampling (numpy)
from functools import partial

import numpy as np


def _draw(dtype, logits, u, *, temperature):
    if temperature == 0:
        return np.argmax(logits, axis=1).astype(dtype)
    with np.errstate(divide="ignore"):
        log_u = np.log(u.astype(np.float64))
    log_sums = np.logaddexp.accumulate(logits.astype(np.float64) / temperature, axis=1)
    log_sums -= log_sums[:, -1:]
    return np.argmax(log_sums > log_u[:, None], axis=1).astype(dtype)


sample = partial(_draw, np.int16)
