# tfmdrill: temperature-sampling (torch)
import torch


def sample(logits, u, *, temperature):
    if temperature == 0:
        return logits.argmax(-1)
    cdf = torch.softmax(logits / temperature, -1).cumsum(-1)
    return (cdf > u[:, None]).int().argmax(-1)
