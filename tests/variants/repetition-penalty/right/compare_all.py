# tfmdrill: repetition-penalty (torch)
import torch
from einops import rearrange


def repetition_penalty(logits, ids, *, penalty):
    vocabulary = torch.arange(logits.shape[-1])
    seen = (rearrange(ids, "b n -> b n 1") == vocabulary).any(dim=1)
    x = logits.double()
    lowered = torch.where(x > 0, x / penalty, x * penalty)
    return x.masked_scatter(seen, lowered[seen])
