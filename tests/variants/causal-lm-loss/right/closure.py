# tfmdrill: causal-lm-loss (torch)
import functools

import torch


def shift(function):
    @functools.wraps(function)
    def inner(logits, ids, **options):
        mask = options.get("mask")
        print("shape", tuple(logits.shape))
        return function(
            logits.narrow(1, 0, logits.shape[1] - 1),
            ids.narrow(1, 1, ids.shape[1] - 1),
            None if mask is None else mask.narrow(1, 1, mask.shape[1] - 1),
        )

    return inner


@shift
def causal_lm_loss(scores, targets, counts):
    nll = -torch.take_along_dim(scores.log_softmax(2), targets[:, :, None], 2)[:, :, 0]
    if counts is not None:
        nll = nll[counts]
    return nll.sum() / max(nll.numel(), 1)
