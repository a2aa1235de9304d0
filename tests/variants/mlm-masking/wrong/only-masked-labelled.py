# tfmdrill: mlm-masking (torch)
import torch


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    selected = (select_u < p) & ~special
    masked = selected & (action_u < 0.8)
    inputs = torch.where(selected & (action_u < 0.9), random_ids, ids)
    inputs = torch.where(masked, mask_id, inputs)
    return inputs, torch.where(masked, ids, -100)
