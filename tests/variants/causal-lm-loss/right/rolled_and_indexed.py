# tfmdrill: causal-lm-loss (torch)
import torch


def causal_lm_loss(logits, ids, *, mask=None):
    keep = torch.ones_like(ids, dtype=torch.bool) if mask is None else mask.clone()
    keep = torch.roll(keep, -1, 1)
    keep[:, -1] = False
    want = torch.roll(ids, -1, 1)
    rows, goal = logits[keep], want[keep]
    if len(goal) == 0:
        return (logits * 0).sum()
    hot = torch.nn.functional.one_hot(goal, logits.shape[-1]).to(logits.dtype)
    return (rows.logsumexp(-1) - torch.einsum("rv,rv->r", rows, hot)).sum() / len(goal)
