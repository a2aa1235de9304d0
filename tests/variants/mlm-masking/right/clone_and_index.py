# tfmdrill: mlm-masking (torch)
import torch


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    labels = ids.clone()
    inputs = ids.clone()
    masked_indices = (select_u < p).masked_fill(special, False)
    labels[~masked_indices] = -100
    indices_replaced = (action_u < 0.8) & masked_indices
    inputs[indices_replaced] = mask_id
    indices_random = (action_u < 0.9) & masked_indices & ~indices_replaced
    inputs[indices_random] = random_ids[indices_random]
    return inputs, labels
