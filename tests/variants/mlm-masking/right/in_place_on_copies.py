# tfmdrill: mlm-masking (torch)
import functools

import torch


def copied(function):
    @functools.wraps(function)
    def inner(ids, *args, **kwargs):
        return function(ids.detach().clone(), *args, **kwargs)

    return inner


@copied
def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    picked = torch.logical_and(select_u.lt(p), special.logical_not())
    labels = torch.full_like(ids, -100)
    labels.masked_scatter_(picked, ids[picked])
    ids.masked_scatter_(picked & action_u.lt(0.9), random_ids[picked & action_u.lt(0.9)])
    ids.masked_fill_(picked & action_u.lt(0.8), mask_id)
    return ids, labels.to(torch.int32)
