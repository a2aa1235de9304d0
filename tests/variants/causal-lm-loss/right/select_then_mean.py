# tfmdrill: causal-lm-loss (torch)
import torch


def causal_lm_loss(logits, ids, *, mask=None):
    B, n, V = logits.shape
    keep = torch.ones(B, n, dtype=torch.bool) if mask is None else mask
    keep = keep[:, 1:].reshape(-1)
    x = logits[:, :-1].reshape(-1, V)[keep]
    y = ids[:, 1:].reshape(-1)[keep]
    if len(y) == 0:
        return logits.sum() * 0
    return (torch.logsumexp(x, -1) - x[torch.arange(len(y)), y]).mean()
