import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    kept = targets != ignore_index
    safe = torch.where(kept, targets, 0)
    log_p = torch.log_softmax(logits, dim=-1)
    nll = -log_p.gather(1, safe[:, None])[:, 0]
    row_loss = (1 - label_smoothing) * nll - label_smoothing * log_p.mean(dim=-1)
    return torch.nan_to_num((row_loss * kept).sum() / kept.sum())
