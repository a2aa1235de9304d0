# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    if len(targets) == 0:
        return logits.sum()
    logp = torch.log_softmax(logits, dim=-1)
    targets = torch.where(targets == ignore_index, torch.zeros_like(targets), targets)
    nll = -logp[torch.arange(len(targets)), targets]
    return ((1 - label_smoothing) * nll - label_smoothing * logp.mean(-1)).mean()
