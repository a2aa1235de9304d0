# tfmdrill: cross-entropy (torch)
import torch
import torch.nn.functional as F


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    probs = F.softmax(logits, dim=-1)
    logp = F.log_softmax(probs, dim=-1)
    keep = targets != ignore_index
    nll = -logp.gather(-1, targets.clamp(0, logits.size(-1) - 1)[:, None])[:, 0]
    loss = (1 - label_smoothing) * nll - label_smoothing * logp.mean(-1)
    return (loss * keep).sum() / keep.sum().clamp(min=1)
