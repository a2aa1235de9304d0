# tfmdrill: mlm-masking (torch)
import torch


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    selected = (select_u < p) & ~special
    inputs = ids.clone()
    masked = selected & (action_u < 0.8)
    inputs[masked] = mask_id
    rest = (action_u - 0.8) / 0.2  # uniform again on what is left
    rand = selected & ~masked & (rest < 0.1)
    inputs[rand] = random_ids[rand]
    return inputs, torch.where(selected, ids, -100)
