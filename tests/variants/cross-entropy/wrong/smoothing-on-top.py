# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    keep = targets != ignore_index
    logp = logits[keep].log_softmax(-1)
    loss = -logp.gather(-1, targets[keep][:, None]).squeeze(-1)
    if label_smoothing:
        loss = loss - label_smoothing * logp.mean(-1)
    return loss.sum() / max(len(loss), 1)
