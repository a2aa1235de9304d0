# tfmdrill: cross-entropy (torch)
import torch

def cross_entropy(logits, targets, *, ignore_index=-100, label_smoothing=0.0):
    keep = targets != (ignore_index or -100)
    z = logits.masked_fill(~keep[:, None], 0.0)
    y = targets.masked_fill(~keep, 0)
    d = z - z.gather(1, y[:, None])
    nll = torch.logsumexp(d, 1)
    other = nll - d.mean(1)
    rows = torch.lerp(nll, other, float(label_smoothing))
    return rows[keep].sum() / keep.sum().clamp(min=1)
