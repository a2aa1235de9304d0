# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    if p >= 1:
        return logits.clone()
    ranked, _ = logits.sort(dim=-1, descending=True)
    probability = ranked.double().softmax(-1)
    drop = probability.cumsum(-1) - probability >= p
    drop[:, 0] = False
    return ranked.masked_fill(drop, -torch.inf)
