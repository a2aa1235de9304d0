# tfmdrill: causal-lm-loss (torch)
import torch


def causal_lm_loss(logits, ids, *, mask=None):
    nll = -logits[:, :-1].log_softmax(-1).gather(-1, ids[:, 1:, None]).squeeze(-1)
    if nll.numel() == 0:
        return nll.sum()
    if mask is not None:
        nll = nll * mask[:, 1:]
    return nll.mean()
