# tfmdrill: repetition-penalty (torch)
import torch


def repetition_penalty(logits, ids, *, penalty):
    return logits.scatter_add(1, ids, torch.full(ids.shape, -penalty, dtype=logits.dtype))
