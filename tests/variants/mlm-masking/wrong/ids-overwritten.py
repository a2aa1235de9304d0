# tfmdrill: mlm-masking (torch)
import torch


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    labels = ids.clone()
    selected = (select_u < p) & ~special
    labels[~selected] = -100
    rand = selected & (action_u < 0.9)
    ids[rand] = random_ids[rand]
    ids[selected & (action_u < 0.8)] = mask_id
    return ids, labels
