# tfmdrill: mlm-masking (torch)
import torch


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    drawn = select_u < p
    labels = ids.clone()
    labels[~drawn] = -100
    drawn = drawn & ~special
    inputs = ids.masked_fill(drawn & (action_u < 0.8), mask_id)
    swap = drawn & (action_u >= 0.8) & (action_u < 0.9)
    return torch.where(swap, random_ids, inputs), labels
