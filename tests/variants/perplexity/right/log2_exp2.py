# tfmdrill: perplexity (torch)
import torch


def perplexity(nll, mask):
    bits = nll[mask].double().mean() / torch.log(torch.tensor(2.0, dtype=torch.float64))
    return torch.exp2(bits).item()


bits_per_byte = lambda nll, mask, n_bytes: (
    (nll.double() * mask).sum().mul(1.4426950408889634).div(n_bytes)
)
