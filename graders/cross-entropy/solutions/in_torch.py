"""Cross-entropy by log-sum-exp, with a mask over the rows."""

import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    """logits (N, C), targets (N,) -> 0-d mean over the rows that aren't ignored."""
    kept = targets != ignore_index
    log_p = logits - torch.logsumexp(logits, dim=-1, keepdim=True)

    safe = targets.masked_fill(~kept, 0)
    nll = -log_p.gather(-1, safe[:, None]).squeeze(-1)
    smooth = -log_p.mean(dim=-1)

    row_loss = (1 - label_smoothing) * nll + label_smoothing * smooth
    return row_loss.masked_fill(~kept, 0).sum() / kept.sum().clamp(min=1)
