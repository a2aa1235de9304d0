# tfmdrill: mlm-masking (torch)
import torch


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    inputs, labels = [], []
    for i, s, u, a, r in zip(*(x.flatten().tolist() for x in (ids, special, select_u, action_u, random_ids))):
        if s or u >= p:
            inputs.append(i)
            labels.append(-100)
            continue
        labels.append(i)
        inputs.append(mask_id if a < 0.8 else r if a < 0.9 else i)
    return torch.tensor(inputs).view(ids.shape), torch.tensor(labels).view(ids.shape)
