# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    logp = torch.log_softmax(logits, dim=-1)
    ignored = targets == ignore_index
    y = targets.masked_fill(ignored, 0)
    loss = -(1 - label_smoothing) * logp.gather(1, y[:, None]).squeeze(1)
    loss = loss - label_smoothing * logp.mean(1)
    loss = loss.masked_fill(ignored, 0.0)
    nonzero = torch.count_nonzero(loss)
    return loss.sum() / nonzero.clamp(min=1)
