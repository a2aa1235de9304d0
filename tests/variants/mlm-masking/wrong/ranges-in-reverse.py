# tfmdrill: mlm-masking (torch)
import torch


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    selected = (select_u < p) & ~special
    inputs = torch.where(selected, mask_id, ids)
    inputs = torch.where(selected & (action_u < 0.2), ids, inputs)
    inputs = torch.where(selected & (action_u < 0.1), random_ids, inputs)
    return inputs, torch.where(selected, ids, -100)
