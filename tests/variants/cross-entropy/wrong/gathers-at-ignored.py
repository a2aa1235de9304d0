# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    logp = torch.log_softmax(logits, dim=-1)
    nll = -logp.gather(1, targets.unsqueeze(1)).squeeze(1)
    keep = targets != ignore_index
    loss = (1 - label_smoothing) * nll - label_smoothing * logp.mean(-1)
    return (loss * keep).sum() / keep.sum().clamp(min=1)
