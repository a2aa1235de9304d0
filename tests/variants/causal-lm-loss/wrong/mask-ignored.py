# tfmdrill: causal-lm-loss (torch)
import torch


def causal_lm_loss(logits, ids, *, mask=None):
    x, y = logits[:, :-1], ids[:, 1:]
    nll = x.logsumexp(-1) - x.gather(-1, y[..., None])[..., 0]
    return nll.sum() / max(nll.numel(), 1)
