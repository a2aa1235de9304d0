# tfmdrill: causal-lm-loss (torch)
import torch


def causal_lm_loss(logits, ids, *, mask=None):
    mask = torch.ones_like(ids, dtype=torch.bool) if mask is None else mask
    picked = logits[:, :-1].gather(-1, ids[:, 1:, None]).squeeze(-1)
    keep = mask[:, 1:]
    return -(picked * keep).sum() / keep.sum().clamp(min=1)
