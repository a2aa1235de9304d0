# tfmdrill: mlm-masking (torch)
import torch


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    chosen = (select_u < p) & ~special
    inputs = torch.where(chosen & (action_u < 0.8), mask_id, ids)
    swap = chosen & (action_u >= 0.8) & (action_u < 0.9) & (random_ids != mask_id)
    return torch.where(swap, random_ids, inputs), torch.where(chosen, ids, -100)
