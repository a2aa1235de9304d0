import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    kept = targets != ignore_index
    safe = torch.where(kept, targets, 0)
    with torch.no_grad():
        log_z = torch.logsumexp(logits, dim=-1, keepdim=True)
    log_p = logits - log_z
    nll = -log_p.gather(1, safe[:, None])[:, 0]
    row_loss = (1 - label_smoothing) * nll - label_smoothing * log_p.mean(dim=-1)
    return (row_loss * kept).sum() / kept.sum().clamp(min=1)
