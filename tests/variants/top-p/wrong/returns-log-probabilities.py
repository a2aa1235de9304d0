# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    logits = torch.log_softmax(logits, dim=-1)
    if p >= 1:
        return logits
    ranked, order = torch.sort(logits, descending=True)
    remove = ranked.exp().cumsum(-1) > p
    remove[..., 1:] = remove[..., :-1].clone()
    remove[..., 0] = False
    return logits.masked_fill(remove.scatter(1, order, remove), float("-inf"))
