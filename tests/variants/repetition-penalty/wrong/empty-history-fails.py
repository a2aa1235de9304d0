# tfmdrill: repetition-penalty (torch)
import torch
import torch.nn.functional as F


def repetition_penalty(logits, ids, *, penalty):
    seen = F.one_hot(ids, logits.shape[-1]).amax(dim=1).bool()
    return torch.where(seen, torch.where(logits > 0, logits / penalty, logits * penalty), logits)
