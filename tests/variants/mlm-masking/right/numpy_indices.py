# tfmdrill: mlm-masking (numpy)
import numpy as np


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    flat = [np.ravel(x) for x in (ids, special, select_u, action_u, random_ids)]
    selected = np.flatnonzero((flat[2] < p) & (flat[1] == 0))
    inputs, labels = flat[0].copy(), np.full(flat[0].shape, -100)
    labels[selected] = flat[0][selected]
    first, second = np.searchsorted(np.sort(flat[3][selected]), [0.8, 0.9])
    by_action = selected[np.argsort(flat[3][selected])]
    inputs[by_action[:first]] = mask_id
    inputs[by_action[first:second]] = flat[4][by_action[first:second]]
    return inputs.reshape(ids.shape), labels.reshape(ids.shape)
