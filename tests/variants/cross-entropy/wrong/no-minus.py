# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    keep = targets != ignore_index
    logp = logits.log_softmax(dim=-1)
    y = targets.masked_fill(~keep, 0)
    loss = (1 - label_smoothing) * logp.gather(-1, y[:, None])[:, 0] + label_smoothing * logp.mean(-1)
    return loss[keep].sum() / max(keep.sum(), 1)
