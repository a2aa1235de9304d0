# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    n = len(targets)
    if n == 0:
        return logits.sum()
    keep = targets != ignore_index
    logp = torch.log_softmax(logits, dim=-1)
    y = torch.where(keep, targets, torch.zeros_like(targets))
    loss = -(1 - label_smoothing) * logp[torch.arange(n), y] - label_smoothing * logp.mean(-1)
    loss[~keep] = 0.0
    return loss.mean()
