# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    keep = targets != ignore_index
    logits, targets = logits[keep], targets[keep]
    if len(targets) == 0:
        return logits.sum()
    probs = torch.softmax(logits, dim=-1)
    log_probs = torch.log(probs)
    nll = -log_probs[torch.arange(len(targets)), targets]
    if label_smoothing == 0:
        return nll.mean()
    return ((1 - label_smoothing) * nll - label_smoothing * log_probs.mean(-1)).mean()
