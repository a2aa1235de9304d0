# tfmdrill: causal-lm-loss (torch)
import torch


def causal_lm_loss(logits, ids, *, mask=None):
    if mask is None:
        mask = torch.ones_like(ids, dtype=torch.bool)
    labels = ids[:, 1:]
    mask = mask[:, 1:]
    logits = logits[:, :-1]
    log_p = logits[:, :-1].log_softmax(-1)
    nll = -log_p.gather(-1, labels[:, 1:, None])[..., 0]
    counts = mask[:, 1:]
    return (nll * counts).sum() / counts.sum().clamp(min=1)
