# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    if p >= 1:
        return logits
    ranked, order = torch.sort(logits, descending=True)
    weight = ranked.exp()
    cum = weight.cumsum(-1) / weight.sum(-1, keepdim=True)
    remove = cum > p
    remove[..., 1:] = remove[..., :-1].clone()
    remove[..., 0] = False
    return logits.masked_fill(remove.scatter(1, order, remove), float("-inf"))
