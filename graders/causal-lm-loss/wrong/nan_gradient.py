import torch


def causal_lm_loss(logits, ids, *, mask=None):
    if mask is None:
        mask = torch.ones_like(ids, dtype=torch.bool)
    log_p = torch.log_softmax(logits[:, :-1], dim=-1)
    picked = log_p.gather(-1, ids[:, 1:, None]).squeeze(-1)
    counts = mask[:, 1:]
    return torch.nan_to_num(-(picked * counts).sum() / counts.sum())
