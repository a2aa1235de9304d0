# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    keep = targets != ignore_index
    if keep.sum() == 0:
        return torch.tensor(0.0)
    probs = logits[keep].softmax(-1).clamp(1e-7, 1.0)
    nll = -probs.gather(-1, targets[keep][:, None]).log()[:, 0]
    uniform = -probs.log().mean(-1)
    return torch.mean((1 - label_smoothing) * nll + label_smoothing * uniform)
