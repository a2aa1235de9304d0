# tfmdrill: mlm-masking (numpy)
from functools import partial

import numpy as np


def one(mask_id, p, i, s, u, a, r):
    if s or not u < p:
        return i, -100
    if a < 0.8:
        return mask_id, i
    return (r if a < 0.9 else i), i


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    each = np.vectorize(partial(one, mask_id, p), otypes=[np.int32, np.int64])
    return each(ids, special, select_u, action_u, random_ids)
