# tfmdrill: mlm-masking (numpy)
import numpy as np


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    action = np.digitize(action_u, [0.8, 0.9])
    action = np.where((select_u < p) > special, action, 2)
    inputs = np.choose(action, [np.broadcast_to(mask_id, ids.shape), random_ids, ids])
    return inputs, np.where((select_u < p) > special, ids, -100)
