# tfmdrill: mlm-masking (numpy)
import numpy as np


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    selected = (select_u < p) & special  # special taken for "is a real token"
    labels = np.where(selected, ids, -100)
    inputs = np.where(selected & (action_u < 0.8), mask_id, ids)
    inputs = np.where(selected & (action_u >= 0.8) & (action_u < 0.9), random_ids, inputs)
    return inputs, labels
