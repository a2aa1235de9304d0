# tfmdrill: mlm-masking (numpy)
import numpy as np


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    out = ~(select_u < p) | special
    inputs = np.select([out, action_u < 0.8, action_u < 0.9], [ids, mask_id, random_ids], ids)
    return inputs, np.select([out], [-100], ids)
