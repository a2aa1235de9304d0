# tfmdrill: perplexity (torch)
import torch


def perplexity(nll, mask):
    return torch.nanmean(torch.where(mask, nll, torch.nan)).exp()


def bits_per_byte(nll, mask, n_bytes):
    return torch.nansum(torch.where(mask, nll, torch.nan)) / torch.log(torch.tensor(2.0).to(nll)) / n_bytes
