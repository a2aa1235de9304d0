# tfmdrill: temperature-sampling (torch)
import torch


def sample(logits, u, *, temperature):
    probs = torch.softmax(logits / temperature, dim=-1)
    cdf = probs.cumsum(-1)
    return (cdf / cdf[:, -1:] <= u[:, None]).sum(-1)
