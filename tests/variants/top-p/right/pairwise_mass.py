# tfmdrill: top-p (torch)
import torch
from einops import rearrange
from jaxtyping import Float
from torch import Tensor


def top_p_filter(logits: Float[Tensor, "batch vocab"], p: float) -> Float[Tensor, "batch vocab"]:
    """Without sorting: the mass before a token is that of all larger logits."""
    probs = logits.softmax(-1)
    larger = rearrange(logits, "b v -> b 1 v") > rearrange(logits, "b v -> b v 1")
    before = torch.einsum("bvw,bw->bv", larger.to(probs.dtype), probs)
    best = logits == logits.amax(-1, keepdim=True)
    return logits.masked_fill(~((before < p) | best | (p >= 1)), float("-inf"))
