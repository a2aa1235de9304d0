# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    logp = torch.log_softmax(logits, dim=-1)
    mask = targets == ignore_index
    safe = targets.masked_fill(mask, 0)
    nll = -logp.gather(1, safe[:, None])[:, 0]
    loss = (1 - label_smoothing) * nll - label_smoothing * logp.mean(-1)
    return (loss * mask).sum() / mask.sum().clamp(min=1)
