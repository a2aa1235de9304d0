# tfmdrill: causal-lm-loss (torch)
import torch


def causal_lm_loss(logits, ids, *, mask=None):
    mask = torch.ones_like(ids, dtype=torch.bool) if mask is None else mask
    nll = -logits[:, :-1].log_softmax(-1).gather(-1, ids[:, 1:, None]).squeeze(-1)
    counts = mask[:, 1:]
    per_sequence = (nll * counts).sum(1) / counts.sum(1).clamp(min=1)
    return per_sequence.mean()
