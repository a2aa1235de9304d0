# tfmdrill: mlm-masking (torch)
import torch


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    selected = select_u < p
    labels = torch.where(selected, ids, -100)
    inputs = ids.clone()
    inputs[selected & (action_u < 0.8)] = mask_id
    rand = selected & (action_u >= 0.8) & (action_u < 0.9)
    inputs[rand] = random_ids[rand]
    return inputs, labels
