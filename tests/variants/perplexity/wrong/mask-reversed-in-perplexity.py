# tfmdrill: perplexity (torch)
import torch


def perplexity(nll, mask):
    return float(torch.exp(nll.masked_select(~mask).mean()))


def bits_per_byte(nll, mask, n_bytes):
    return float(nll.masked_select(mask).sum() / torch.log(torch.tensor(2.0)) / n_bytes)
