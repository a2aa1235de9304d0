# tfmdrill: temperature-sampling (torch)
import torch


def sample(logits, u, *, temperature):
    if temperature == 0:
        return logits.argmax(-1)
    probs = torch.softmax(logits, -1) / temperature
    probs = torch.softmax(probs.masked_fill(logits == -torch.inf, -torch.inf), -1)
    cdf = probs.cumsum(-1)
    return (cdf / cdf[:, -1:] <= u[:, None]).sum(-1)
