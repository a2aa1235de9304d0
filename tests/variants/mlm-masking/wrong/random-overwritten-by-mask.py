# tfmdrill: mlm-masking (numpy)
import numpy as np


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    selected = (select_u < p) & ~special
    inputs = ids.copy()
    swap = selected & (action_u >= 0.8) & (action_u < 0.9)
    inputs[swap] = random_ids[swap]
    keep = action_u >= 0.9
    inputs[selected & ~keep] = mask_id
    return inputs, np.where(selected, ids, -100)
