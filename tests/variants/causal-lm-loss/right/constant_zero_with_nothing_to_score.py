# tfmdrill: causal-lm-loss (torch)
import torch


def causal_lm_loss(logits, ids, *, mask=None):
    t = ids[:, 1:]
    lp = logits[:, :-1].log_softmax(-1)
    nll = -lp.gather(-1, t[..., None])[..., 0]
    if mask is not None:
        nll = nll[mask[:, 1:]]
    return nll.mean() if nll.numel() else torch.tensor(0.0)
