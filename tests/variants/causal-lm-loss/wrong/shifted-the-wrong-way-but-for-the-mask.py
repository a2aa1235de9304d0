# tfmdrill: causal-lm-loss (torch)
import torch


def causal_lm_loss(logits, ids, *, mask=None):
    lp = torch.log_softmax(logits[:, 1:], dim=-1)
    nll = -lp.gather(-1, ids[:, :-1].unsqueeze(-1)).squeeze(-1)
    m = torch.ones_like(nll) if mask is None else mask[:, 1:].to(nll)
    return (nll * m).sum() / m.sum().clamp(min=1)
