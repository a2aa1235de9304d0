# tfmdrill: causal-lm-loss (torch)
import torch


def causal_lm_loss(logits, ids, *, mask=None):
    if mask is None:
        mask = torch.ones_like(ids, dtype=torch.bool)
    mask[:, 0] = False
    rows, cols = mask.nonzero(as_tuple=True)
    if len(rows) == 0:
        return logits.sum() * 0.0
    lp = torch.log_softmax(logits[rows, cols - 1], -1)
    return -lp[torch.arange(len(rows)), ids[rows, cols]].mean()
