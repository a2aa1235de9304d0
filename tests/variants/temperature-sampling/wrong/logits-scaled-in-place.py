# tfmdrill: temperature-sampling (torch)
import torch


def sample(logits, u, *, temperature):
    if temperature == 0:
        return logits.argmax(-1)
    logits.div_(temperature)
    cdf = torch.softmax(logits, -1).cumsum(-1)
    cdf = cdf / cdf[:, -1:]
    return (cdf <= u[:, None]).sum(-1)
