# tfmdrill: mlm-masking (torch)
import torch


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    sel = (select_u < p) & ~special
    x = torch.where(sel & (action_u < 0.8), mask_id, ids)
    rnd = sel & (action_u >= 0.8) & (action_u < 0.9)
    x = torch.where(rnd, random_ids, x)
    lab = torch.where(sel, ids, -100)
    return x, lab.masked_fill(rnd & (random_ids == ids), -100)
