# tfmdrill: temperature-sampling (torch)
import torch


def sample(logits, u, *, temperature):
    if temperature == 0:
        return logits.argmax(-1)
    x = logits / temperature
    top = x.amax(0)
    top = top.masked_fill(top == -torch.inf, -1e4)
    weight = torch.exp(x - top)
    probs = weight / weight.sum(0)
    passed = probs.cumsum(-1) > u[:, None]
    last = x.shape[-1] - 1 - (probs > 0).flip(-1).int().argmax(-1)
    return torch.where(passed.any(-1), passed.int().argmax(-1), last)
