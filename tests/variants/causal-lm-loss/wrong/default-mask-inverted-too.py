# tfmdrill: causal-lm-loss (torch)
import torch


def causal_lm_loss(logits, ids, *, mask=None):
    if mask is None:
        mask = torch.ones_like(ids, dtype=torch.bool)
    nll = -logits[:, :-1].log_softmax(-1).gather(-1, ids[:, 1:, None]).squeeze(-1)
    padded = mask[:, 1:]
    nll = nll.masked_fill(padded, 0.0)
    return nll.sum() / (~padded).sum().clamp(min=1)
