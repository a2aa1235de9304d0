# tfmdrill: top-p (torch)
import torch


def top_p_filter(logits, p):
    sorted_logits, sorted_indices = torch.sort(logits, descending=True)
    cumulative = torch.cumsum(torch.softmax(sorted_logits, dim=-1), dim=-1)
    remove = cumulative > p
    remove[..., 1:] = remove[..., :-1].clone()
    out = logits.clone()
    out[torch.zeros_like(remove).scatter(1, sorted_indices, remove)] = float("-inf")
    return out
