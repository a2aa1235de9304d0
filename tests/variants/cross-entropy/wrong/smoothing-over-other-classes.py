# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    n, c = logits.shape
    keep = targets != ignore_index
    y = targets.masked_fill(~keep, 0)
    q = torch.full((n, c), label_smoothing / (c - 1), dtype=logits.dtype)
    q.scatter_(1, y[:, None], 1 - label_smoothing)
    loss = -(q * logits.log_softmax(-1)).sum(-1)
    return (loss * keep).sum() / keep.sum().clamp(min=1)
