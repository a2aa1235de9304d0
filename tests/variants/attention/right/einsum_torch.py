# tfmdrill: attention (torch)
import torch


def attention(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    logits = torch.einsum("...nd,...md->...nm", q, k)
    probs = (logits * k.size(-1) ** -0.5).softmax(-1)
    return torch.einsum("...nm,...me->...ne", probs, v)
