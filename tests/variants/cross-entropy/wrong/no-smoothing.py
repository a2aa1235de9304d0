# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    keep = targets != ignore_index
    if not keep.any():
        return torch.zeros((), dtype=logits.dtype)
    logits, targets = logits[keep], targets[keep]
    return (torch.logsumexp(logits, 1) - logits.gather(1, targets[:, None])[:, 0]).mean()
