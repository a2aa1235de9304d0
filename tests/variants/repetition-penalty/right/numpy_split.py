# tfmdrill: repetition-penalty (numpy)
from functools import partial

import numpy as np


def _penalise(dtype, logits, ids, *, penalty):
    """Positive and negative parts apart."""
    x = logits.astype(dtype)
    seen = np.zeros(x.shape, dtype=bool)
    np.put_along_axis(seen, ids, True, axis=1)
    both = np.maximum(x, 0) / penalty + np.minimum(x, 0) * penalty
    return np.choose(seen, [x, both])


repetition_penalty = partial(_penalise, np.float64)
