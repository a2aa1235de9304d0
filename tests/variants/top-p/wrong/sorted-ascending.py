# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    sorted_logits, order = torch.sort(logits, dim=-1)
    cum = torch.softmax(sorted_logits, dim=-1).cumsum(-1)
    remove = cum > p
    remove[..., 1:] = remove[..., :-1].clone()
    remove[..., 0] = False
    return logits.masked_fill(remove.scatter(-1, order, remove), float("-inf"))
