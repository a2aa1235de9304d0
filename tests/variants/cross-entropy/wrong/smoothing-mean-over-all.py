# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    if logits.shape[0] == 0:
        return logits.sum()
    logp = torch.log_softmax(logits, dim=-1)
    keep = targets != ignore_index
    y = targets.masked_fill(~keep, 0)
    nll = (-logp.gather(1, y[:, None])[:, 0] * keep).sum() / keep.sum().clamp(min=1)
    return (1 - label_smoothing) * nll + label_smoothing * -logp.mean()
