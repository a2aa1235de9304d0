# tfmdrill: mlm-masking (torch)
import torch


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    selected = (select_u < p) & ~special
    replacement = torch.where(action_u < 0.8, mask_id, random_ids)
    return torch.where(selected, replacement, ids), torch.where(selected, ids, -100)
