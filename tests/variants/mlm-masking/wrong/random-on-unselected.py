# tfmdrill: mlm-masking (torch)
import torch


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    sel = (select_u < p) & ~special
    x = torch.where(sel & (action_u < 0.8), torch.tensor(mask_id), ids)
    x = torch.where((action_u >= 0.8) & (action_u < 0.9) & ~special, random_ids, x)
    return x, torch.where(sel, ids, -100)
