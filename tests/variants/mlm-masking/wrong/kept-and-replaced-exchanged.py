# tfmdrill: mlm-masking (numpy)
import numpy as np


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    selected = (select_u < p) & ~special
    action = np.where(action_u < 0.8, mask_id, np.where(action_u < 0.9, ids, random_ids))
    return np.where(selected, action, ids), np.where(selected, ids, -100)
