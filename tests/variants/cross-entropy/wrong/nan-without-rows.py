# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    keep = targets != ignore_index
    logp = torch.log_softmax(logits[keep], dim=-1)
    nll = -logp.gather(1, targets[keep].unsqueeze(1)).squeeze(1)
    return ((1 - label_smoothing) * nll - label_smoothing * logp.mean(dim=-1)).mean()
