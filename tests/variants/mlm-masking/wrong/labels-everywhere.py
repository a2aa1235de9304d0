# tfmdrill: mlm-masking (torch)
import torch


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    labels = ids.clone()
    selected = (select_u < p) & ~special
    inputs = torch.where(selected & (action_u < 0.9), random_ids, ids)
    inputs = torch.where(selected & (action_u < 0.8), mask_id, inputs)
    return inputs, labels
