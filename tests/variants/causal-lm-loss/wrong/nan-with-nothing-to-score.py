# tfmdrill: causal-lm-loss (torch)
import torch


def causal_lm_loss(logits, ids, *, mask=None):
    mask = torch.ones_like(ids, dtype=torch.bool) if mask is None else mask
    log_p = logits[:, :-1].log_softmax(-1)
    nll = -log_p.gather(-1, ids[:, 1:, None]).squeeze(-1)
    return nll[mask[:, 1:]].mean()
