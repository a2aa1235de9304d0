# tfmdrill: causal-lm-loss (torch)
import torch


def causal_lm_loss(logits, ids, *, mask=None):
    chance = torch.softmax(logits[:, :-1], dim=-1)
    picked = torch.take_along_dim(chance, ids[:, 1:, None], -1)[..., 0]
    nll = chance.logsumexp(-1) - picked
    counts = torch.ones_like(nll) if mask is None else mask[:, 1:].to(nll.dtype)
    return (nll * counts).sum() / counts.sum().clamp(min=1)
