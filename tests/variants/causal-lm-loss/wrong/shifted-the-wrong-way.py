# tfmdrill: causal-lm-loss (torch)
import torch


def causal_lm_loss(logits, ids, *, mask=None):
    mask = torch.ones_like(ids, dtype=torch.bool) if mask is None else mask
    shift_logits = logits[:, 1:]
    shift_labels = ids[:, :-1]
    counts = mask[:, :-1]
    nll = shift_logits.logsumexp(-1) - shift_logits.gather(-1, shift_labels[..., None])[..., 0]
    return (nll * counts).sum() / counts.sum().clamp(min=1)
