# tfmdrill: mlm-masking (torch)
import torch


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    selected = (select_u < p) & ~special
    masked = selected & (action_u < 0.8)
    replaced = selected & (action_u < 0.9) & ~masked
    inputs = torch.where(replaced, random_ids, ids).masked_fill(masked, mask_id)
    labels = ids.masked_fill(~selected, -100)
    return inputs, labels
