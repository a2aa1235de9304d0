# tfmdrill: perplexity (torch)
import torch


def perplexity(nll, mask):
    nll, mask = nll[:, 1:], mask[:, 1:]
    return float(torch.exp(nll.masked_select(mask).mean()))


def bits_per_byte(nll, mask, n_bytes):
    nll, mask = nll[:, 1:], mask[:, 1:]
    return float(nll.masked_select(mask).sum() / torch.log(torch.tensor(2.0)) / n_bytes)
