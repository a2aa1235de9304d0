# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    total, count = 0.0, 0
    for row, t in zip(logits, targets.tolist()):
        if t == ignore_index:
            continue
        logp = torch.log_softmax(row, dim=0)
        total += (-(1 - label_smoothing) * logp[t] - label_smoothing * logp.mean()).item()
        count += 1
    return torch.tensor(total / max(count, 1), dtype=logits.dtype)
