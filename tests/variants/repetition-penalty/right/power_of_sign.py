# tfmdrill: repetition-penalty (torch)
import torch
import torch.nn.functional as F


def repetition_penalty(logits, ids, *, penalty):
    """x * penalty ** -sign(x)."""
    V = logits.shape[1]
    seen = F.one_hot(ids, V).sum(dim=1).clamp(max=1)
    exponent = -torch.sign(logits) * seen
    return logits * torch.tensor(penalty, dtype=logits.dtype) ** exponent
