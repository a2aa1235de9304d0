# tfmdrill: mlm-masking (numpy)
import numpy as np


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    selected = (select_u < p) & ~special
    inputs = np.where(selected & (action_u < 0.9), random_ids, ids)
    inputs = np.where(selected & (action_u < 0.8), mask_id, inputs)
    labels = np.zeros_like(ids)
    labels[selected] = ids[selected]
    return inputs, labels
