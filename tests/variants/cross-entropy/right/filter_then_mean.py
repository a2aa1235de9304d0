# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    keep = targets.ne(ignore_index)
    if keep.sum() == 0:
        return (logits * 0).sum()  # keeps a graph
    logits, targets = logits[keep], targets[keep]
    log_p = torch.log_softmax(logits, dim=1)
    nll = -log_p[torch.arange(targets.size(0)), targets]
    return torch.mean((1 - label_smoothing) * nll - label_smoothing * log_p.mean(1))
