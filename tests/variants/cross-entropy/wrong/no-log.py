# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    p = torch.softmax(logits, dim=-1)
    keep = targets != ignore_index
    y = targets.masked_fill(~keep, 0)
    picked = p[torch.arange(len(y)), y]
    loss = -(1 - label_smoothing) * picked - label_smoothing * p.mean(-1)
    return loss[keep].sum() / keep.sum().clamp(min=1)
