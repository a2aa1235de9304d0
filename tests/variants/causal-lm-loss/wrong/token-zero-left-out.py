# tfmdrill: causal-lm-loss (torch)
import torch


def causal_lm_loss(logits, ids, *, mask=None):
    labels = ids[:, 1:]
    keep = labels > 0
    if mask is not None:
        keep = keep & mask[:, 1:]
    nll = -logits[:, :-1].log_softmax(-1).gather(-1, labels[..., None]).squeeze(-1)
    return torch.where(keep, nll, 0.0).sum() / keep.sum().clamp(min=1)
