# tfmdrill: mlm-masking (numpy)
import numpy as np


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    labels = np.array(ids)
    np.putmask(labels, np.logical_or(special, select_u >= p), -100)
    picked = np.logical_and(select_u < p, ~special)
    inputs = np.array(ids)
    np.copyto(inputs, random_ids, where=picked & (0.8 <= action_u) & (action_u < 0.9))
    np.copyto(inputs, mask_id, where=picked & (action_u < 0.8))
    return inputs, labels
