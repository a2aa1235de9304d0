# tfmdrill: repetition-penalty (torch)
import torch


def repetition_penalty(logits, ids, *, penalty):
    return torch.where(logits > 0, logits / penalty, logits * penalty)
