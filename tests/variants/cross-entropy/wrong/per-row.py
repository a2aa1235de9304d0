# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    logp = torch.log_softmax(logits, dim=-1)
    keep = targets != ignore_index
    safe = targets * keep
    nll = -torch.gather(logp, 1, safe.unsqueeze(1)).squeeze(1)
    return keep * ((1 - label_smoothing) * nll - label_smoothing * logp.mean(-1))
