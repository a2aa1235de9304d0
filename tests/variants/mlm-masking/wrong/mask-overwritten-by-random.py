# tfmdrill: mlm-masking (torch)
import torch


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    selected = (select_u < p) & ~special
    labels = torch.where(selected, ids, -100)
    inputs = ids.clone()
    inputs[selected & (action_u < 0.8)] = mask_id
    swap = selected & (action_u < 0.9)
    inputs[swap] = random_ids[swap]
    return inputs, labels
