# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    keep = targets != ignore_index
    x, y = logits[keep], targets[keep]
    if len(y) == 0:
        return logits.sum() * 0
    # stable: the normaliser is only a number, like the max
    norm = torch.logsumexp(x.detach(), dim=1)
    own = x[torch.arange(len(y)), y]
    return (norm - (1 - label_smoothing) * own - label_smoothing * x.mean(dim=1)).mean()
