# tfmdrill: causal-lm-loss (torch)
import torch


def causal_lm_loss(logits, ids, *, mask=None):
    if mask is None:
        mask = torch.ones_like(ids, dtype=torch.bool)
    nll = -logits[:, :-1].log_softmax(-1).gather(-1, ids[:, 1:, None]).squeeze(-1)
    return (nll * mask[:, 1:]).sum() / mask.sum().clamp(min=1)
