# tfmdrill: mlm-masking (torch)
from __future__ import annotations

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor


def mlm_mask(
    ids: Int[Tensor, "*s"],
    special: Bool[Tensor, "*s"],
    select_u: Float[Tensor, "*s"],
    action_u: Float[Tensor, "*s"],
    random_ids: Int[Tensor, "*s"],
    **options,
):
    chosen = (select_u < options.get("p", 0.15)).long() * (1 - special.long())
    mask = chosen * (action_u < 0.8).long()
    swap = chosen * (action_u < 0.9).long() * (1 - mask)
    inputs = mask * options["mask_id"] + swap * random_ids + (1 - mask - swap) * ids
    return inputs, chosen * ids - 100 * (1 - chosen)
