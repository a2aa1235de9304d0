# tfmdrill: causal-lm-loss (torch)
import torch


def causal_lm_loss(logits, ids, *, mask=None):
    mask = torch.ones_like(ids, dtype=torch.bool) if mask is None else mask
    probs = torch.softmax(logits[:, :-1], dim=-1)
    nll = -torch.log(probs.gather(-1, ids[:, 1:, None]).squeeze(-1))
    keep = mask[:, 1:]
    return torch.where(keep, nll, 0.0).sum() / keep.sum().clamp(min=1)
