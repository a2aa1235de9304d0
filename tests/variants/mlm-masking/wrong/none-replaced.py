# tfmdrill: mlm-masking (numpy)
import numpy as np


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    selected = (select_u < p) & ~special
    inputs = ids.copy()
    inputs[selected & (action_u < 0.8)] = mask_id
    swap = (action_u >= 0.8) & (action_u < 0.9)
    inputs[selected][swap[selected]] = random_ids[selected & swap]  # writes into a temporary
    return inputs, np.where(selected, ids, -100)
