# tfmdrill: cross-entropy (torch)
import torch
import torch.nn.functional as F


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    n, c = logits.shape
    keep = (targets != ignore_index).to(logits.dtype)
    one_hot = F.one_hot(targets.where(targets != ignore_index, torch.zeros_like(targets)), c)
    q = one_hot * (1 - label_smoothing) + label_smoothing / c
    log_p = logits.log_softmax(-1)
    total = torch.einsum("nc,nc,n->", q.to(logits.dtype), log_p, keep)
    return -total / keep.sum().clamp_min(1)
