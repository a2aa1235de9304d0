# tfmdrill: causal-lm-loss (torch)
import torch


def causal_lm_loss(logits, ids, *, mask=None):
    nll = -logits[:, :-1].log_softmax(-1).gather(-1, ids[:, 1:, None]).squeeze(-1)
    if mask is None:
        mask = torch.ones_like(ids, dtype=torch.bool)
    mask = mask[:, :-1]
    return (nll * mask).sum() / mask.sum().clamp(min=1)
