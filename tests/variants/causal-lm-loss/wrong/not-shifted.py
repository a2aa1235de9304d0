# tfmdrill: causal-lm-loss (torch)
import torch


def causal_lm_loss(logits, ids, *, mask=None):
    if mask is None:
        mask = torch.ones_like(ids, dtype=torch.bool)
    log_p = logits.log_softmax(-1)
    nll = -log_p.gather(-1, ids.unsqueeze(-1)).squeeze(-1)
    return (nll * mask).sum() / mask.sum().clamp(min=1)
