# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    keep = targets != ignore_index
    log_z = torch.log(torch.exp(logits).sum(dim=-1))
    safe = torch.where(keep, targets, torch.zeros_like(targets))
    own = logits.gather(-1, safe[:, None]).squeeze(-1)
    loss = log_z - (1 - label_smoothing) * own - label_smoothing * logits.mean(-1)
    return loss[keep].sum() / keep.sum().clamp(min=1)
