# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    logp = torch.log_softmax(logits, dim=0)
    keep = targets != ignore_index
    safe = torch.where(keep, targets, torch.zeros_like(targets))
    nll = -logp.gather(1, safe.view(-1, 1)).view(-1)
    loss = (1 - label_smoothing) * nll - label_smoothing * logp.mean(1)
    return (loss * keep).sum() / keep.sum().clamp(min=1)
