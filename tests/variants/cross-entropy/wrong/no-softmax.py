# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    """The negative log-likelihood of the targets."""
    keep = targets != ignore_index
    y = targets.masked_fill(~keep, 0)
    nll = -logits.gather(1, y[:, None]).squeeze(1)
    loss = (1 - label_smoothing) * nll - label_smoothing * logits.mean(dim=1)
    return loss[keep].sum() / keep.sum().clamp(min=1)
