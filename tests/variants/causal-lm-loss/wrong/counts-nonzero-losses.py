# tfmdrill: causal-lm-loss (torch)
def causal_lm_loss(logits, ids, *, mask=None):
    nll = -logits[:, :-1].log_softmax(-1).gather(-1, ids[:, 1:, None]).squeeze(-1)
    if mask is not None:
        nll = nll * mask[:, 1:]
    return nll.sum() / (nll != 0).sum().clamp(min=1)
