# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    mask = (targets != ignore_index).float()
    y = targets * (targets != ignore_index)
    e = torch.exp(logits - logits.max(dim=1, keepdim=True).values) if len(logits) else logits
    p = e / e.sum(dim=1, keepdim=True)
    one_hot = torch.eye(logits.shape[1], dtype=logits.dtype)[y]
    q = (1 - label_smoothing) * one_hot + label_smoothing / logits.shape[1]
    loss = -(q * (p + 1e-10).log()).sum(dim=1)
    return (loss * mask).sum() / mask.sum().clamp(min=1)
