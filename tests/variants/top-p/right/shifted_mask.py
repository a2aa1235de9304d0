# tfmdrill: top-p (torch)
import torch
import torch.nn.functional as F


def top_p_filter(logits: torch.Tensor, p: float) -> torch.Tensor:
    """The mask is moved by one place, as in most published code."""
    if p >= 1.0:
        return logits.clone()
    sorted_logits, sorted_indices = torch.sort(logits, descending=True)
    cumulative_probs = torch.cumsum(F.softmax(sorted_logits, dim=-1), dim=-1)
    sorted_indices_to_remove = cumulative_probs > p
    sorted_indices_to_remove[..., 1:] = sorted_indices_to_remove[..., :-1].clone()
    sorted_indices_to_remove[..., 0] = 0
    indices_to_remove = sorted_indices_to_remove.scatter(1, sorted_indices, sorted_indices_to_remove)
    return logits.masked_fill(indices_to_remove, -float("Inf"))
