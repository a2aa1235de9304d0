# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    valid = targets != ignore_index
    x, y = logits[valid], targets[valid]
    logp = torch.log_softmax(x, dim=-1)
    nll = -logp[torch.arange(y.numel()), y]
    return (1 - label_smoothing) * nll.sum() - label_smoothing * logp.mean(-1).sum()
