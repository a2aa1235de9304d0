# tfmdrill: mlm-masking (torch)
import torch


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    selected = (select_u < p) & ~special
    return ids.masked_fill(selected, mask_id), ids.masked_fill(~selected, -100)
