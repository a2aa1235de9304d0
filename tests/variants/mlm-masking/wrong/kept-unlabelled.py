# tfmdrill: mlm-masking (numpy)
import numpy as np


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    inputs, labels = ids.copy(), np.full_like(ids, -100)
    for at in np.ndindex(ids.shape):
        if special[at] or select_u[at] >= p or action_u[at] >= 0.9:
            continue
        labels[at] = ids[at]
        inputs[at] = mask_id if action_u[at] < 0.8 else random_ids[at]
    return inputs, labels
