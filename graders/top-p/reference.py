"""Nucleus filtering of next-token logits.

Source: Holtzman et al. 2020, The Curious Case of Neural Text Degeneration, section 3.1.
"""

import numpy as np


def top_p_filter(logits, p):
    """logits (B, V) with all but the smallest set of most probable tokens of mass >= p at -inf.

    At least one token a row is kept; p >= 1 keeps every finite logit.
    """
    order = np.argsort(-logits, axis=-1, kind="stable")  # (B, V): most probable token first
    ranked = np.take_along_axis(logits, order, axis=-1)
    weight = np.exp(ranked - ranked.max(axis=-1, keepdims=True))
    probability = weight / weight.sum(axis=-1, keepdims=True)
    cumulative = np.cumsum(probability, axis=-1)
    mass_before = cumulative - probability  # of the tokens ranked higher
    keep_ranked = mass_before < p
    keep_ranked[:, 0] = True
    keep_ranked = keep_ranked | (p >= 1)  # whatever rounding makes of the sum
    rank = np.argsort(order, axis=-1)  # (B, V): where each token stands in the order
    keep = np.take_along_axis(keep_ranked, rank, axis=-1)
    removed = -np.inf
    return np.where(keep, logits, removed)
