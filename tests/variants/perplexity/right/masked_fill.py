# tfmdrill: perplexity (torch)
import torch


def perplexity(nll: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    kept = nll.masked_fill(~mask, 0)
    return torch.exp(kept.sum() / mask.sum())


def bits_per_byte(nll, mask, n_bytes):
    return nll.masked_fill(~mask, 0).sum() / n_bytes / torch.log(torch.tensor(2.0))
