# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    keep = targets >= 0
    if not keep.any():
        return logits.sum() * 0
    logp = torch.log_softmax(logits[keep], dim=-1)
    y = targets[keep]
    nll = -logp[torch.arange(len(y)), y]
    return ((1 - label_smoothing) * nll - label_smoothing * logp.mean(-1)).mean()
