# tfmdrill: top-k (torch)
import torch


def top_k_filter(logits, k):
    """A token's rank is the number of larger logits in its row."""
    if not k >= 1:
        raise ValueError(f"bad k: {k}")
    rank = (logits[:, None, :] > logits[:, :, None]).sum(-1)
    return torch.where(rank < k, logits, torch.tensor(-torch.inf, dtype=logits.dtype))
