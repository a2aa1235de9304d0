# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    if p >= 1:
        return logits
    ranked, order = logits.sort(dim=-1, descending=True)
    probability = ranked.softmax(dim=-1)
    mass_before = probability.cumsum(dim=-1) - probability
    removed = mass_before >= p
    removed[..., 0] = False
    removed = torch.zeros_like(removed).scatter(-1, order, removed)
    return logits.masked_fill(removed, float("-inf"))
