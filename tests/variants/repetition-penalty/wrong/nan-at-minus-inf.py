# tfmdrill: repetition-penalty (torch)
import torch


def repetition_penalty(logits, ids, *, penalty):
    mask = torch.zeros_like(logits).scatter(1, ids, 1.0)
    lowered = torch.where(logits > 0, logits / penalty, logits * penalty)
    return mask * lowered + (1 - mask) * logits
