# tfmdrill: temperature-sampling (torch)
import torch


def sample(logits, u, *, temperature):
    if temperature == 0:
        return logits.argmax(dim=-1)
    cumulative = torch.softmax(logits / temperature, dim=-1).cumsum(dim=-1)
    cumulative = cumulative / cumulative[:, -1:]  # exactly 1 from the last possible id on
    return (cumulative <= u[:, None]).sum(dim=-1)
