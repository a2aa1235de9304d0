# tfmdrill: mlm-masking (numpy)
import numpy as np


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    selected = (select_u < p) & ~special
    replaced = np.where(action_u < 0.9, random_ids, ids)
    hidden = np.where(action_u < 0.8, mask_id, replaced)
    return np.where(selected, hidden, ids), np.where(selected, ids, -100)
