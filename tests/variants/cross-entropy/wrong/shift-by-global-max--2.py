# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    keep = targets != ignore_index
    if not keep.any():
        return logits.new_zeros(())
    x = logits[keep] - torch.max(logits[keep])
    y = targets[keep]
    log_p = x - x.exp().sum(1, keepdim=True).log()
    nll = -log_p[range(len(y)), y]
    return ((1 - label_smoothing) * nll - label_smoothing * log_p.mean(1)).mean()
