# tfmdrill: mlm-masking (numpy)
import numpy as np


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    keep = (select_u < p) | special
    inputs, labels = ids.copy(), ids.copy()
    labels[keep] = -100
    inputs[~keep & (action_u < 0.8)] = mask_id
    rand = ~keep & (action_u >= 0.8) & (action_u < 0.9)
    inputs[rand] = random_ids[rand]
    return inputs, labels
