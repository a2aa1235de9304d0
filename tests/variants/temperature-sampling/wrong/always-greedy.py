# tfmdrill: temperature-sampling (torch)
import torch


def sample(logits, u, *, temperature):
    if temperature > 0:
        logits = logits / temperature
    probs = torch.softmax(logits, dim=-1)
    return probs.argmax(dim=-1)
