# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    logp = torch.log_softmax(logits, dim=-1)
    pad = targets.eq(ignore_index)
    nll = -logp.gather(1, targets.masked_fill(pad, 0).unsqueeze(1)).squeeze(1)
    nll = nll.masked_fill(pad, 0.0)
    smooth = -logp.mean(dim=-1)
    total = (1 - label_smoothing) * nll.sum() + label_smoothing * smooth.sum()
    return total / (~pad).sum().clamp(min=1)
