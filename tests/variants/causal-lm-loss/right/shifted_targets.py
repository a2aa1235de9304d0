# tfmdrill: causal-lm-loss (torch)
import torch


def causal_lm_loss(logits, ids, *, mask=None):
    """Targets of full length; the last column never counts."""
    labels = torch.roll(ids, -1, dims=1)
    counts = torch.ones_like(ids, dtype=torch.bool) if mask is None else torch.roll(mask, -1, 1)
    counts = counts.clone()
    counts[:, -1] = False
    log_p = logits - logits.logsumexp(-1, keepdim=True)
    nll = log_p.gather(2, labels.unsqueeze(2)).squeeze(2).neg()
    return nll.masked_fill(~counts, 0.0).sum() / max(1, counts.sum().item())
