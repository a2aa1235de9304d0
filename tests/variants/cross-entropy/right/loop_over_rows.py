# tfmdrill: cross-entropy (torch)
import torch


def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    losses = []
    for row, target in zip(logits, targets.tolist()):
        if target == ignore_index:
            continue
        log_z = torch.logsumexp(row, 0)
        losses.append(
            (1 - label_smoothing) * (log_z - row[target])
            + label_smoothing * (log_z - row.mean())
        )
    if not losses:
        print("nothing to score")
        return torch.zeros((), dtype=logits.dtype)
    return torch.stack(losses).mean()
