# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    keep = targets != ignore_index
    logp = logits[keep].log_softmax(-1)
    nll = -logp.gather(-1, targets[keep][:, None]).squeeze(-1)
    smooth = -logp.sum(dim=-1)
    loss = (1.0 - label_smoothing) * nll + label_smoothing * smooth
    return loss.sum() / max(len(loss), 1)
