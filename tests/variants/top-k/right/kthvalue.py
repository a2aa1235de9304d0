# tfmdrill: top-k (torch)
import torch
from einops import rearrange
from jaxtyping import Float
from torch import Tensor


def top_k_filter(logits: Float[Tensor, "b v"], k: int) -> Float[Tensor, "b v"]:
    V = logits.shape[-1]
    if k < 1:
        raise ValueError("k has to be positive")
    if k >= V:
        return logits
    threshold = rearrange(logits.kthvalue(V - k, dim=-1).values, "b -> b 1")
    return logits + torch.log((logits > threshold).to(logits.dtype))
