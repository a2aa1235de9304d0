# tfmdrill: causal-lm-loss (torch)
import torch


def causal_lm_loss(logits, ids, *, mask=None):
    losses = []
    for b in range(ids.shape[0]):
        for t in range(1, ids.shape[1]):
            if mask is None or mask[b, t]:
                before = logits[b, t - 1]
                losses.append(before.logsumexp(0) - before[ids[b, t]])
    return torch.stack(losses).mean() if losses else torch.zeros(())
