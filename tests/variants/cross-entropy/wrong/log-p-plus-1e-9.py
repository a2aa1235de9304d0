# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    keep = targets != ignore_index
    if not keep.any():
        return logits.new_zeros(())
    p = torch.softmax(logits[keep], dim=-1)
    logp = torch.log(p + 1e-9)
    y = targets[keep].unsqueeze(1)
    nll = -logp.gather(1, y).squeeze(1)
    return ((1 - label_smoothing) * nll + label_smoothing * -logp.mean(1)).mean()
