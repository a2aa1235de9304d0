# tfmdrill: causal-lm-loss (torch)
import torch


def causal_lm_loss(logits, ids, *, mask=None):
    if mask is None:
        mask = torch.ones_like(ids, dtype=torch.bool)
    flat = logits.flatten(0, 1)[:-1]
    labels = ids.flatten()[1:]
    counts = mask.flatten()[1:]
    nll = -flat.log_softmax(-1)[torch.arange(len(labels)), labels]
    return (nll * counts).sum() / counts.sum().clamp(min=1)
