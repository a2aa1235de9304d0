# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    if p >= 1:
        return logits.clone()
    logits = logits - logits.max(dim=1, keepdim=True).values
    ranked, ids = torch.sort(logits, dim=-1, descending=True)
    weight = ranked.exp()
    probability = weight / weight.sum(-1, keepdim=True)
    drop = probability.cumsum(-1) - probability >= p
    drop[:, 0] = False
    return logits.masked_fill(torch.zeros_like(drop).scatter(1, ids, drop), -torch.inf)
