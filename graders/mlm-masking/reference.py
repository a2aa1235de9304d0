"""Masking of tokens for a masked language model.

Source: Devlin et al. 2019, section 3.1 and appendix A.1.
"""

import numpy as np


def mlm_mask(ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
    """(inputs, labels), both of the shape of ids: what the model reads and has to predict.

    Selected where select_u < p and not special; then by action_u: [MASK] below 0.8, the random
    id below 0.9, else unchanged. Labels hold the original id where selected, else -100.
    """
    drawn = select_u < p
    selected = drawn & ~special
    masked = selected & (action_u < 0.8)
    replaced = selected & (action_u >= 0.8) & (action_u < 0.9)
    inputs = np.where(masked, mask_id, ids)
    inputs = np.where(replaced, random_ids, inputs)
    labelled = selected
    labels = np.where(labelled, ids, -100)
    return inputs, labels
