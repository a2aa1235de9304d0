# tfmdrill: causal-lm-loss (torch)
import torch
from einops import rearrange
from jaxtyping import Bool, Float, Int
from torch import Tensor


def causal_lm_loss(
    logits: Float[Tensor, "b n v"],
    ids: Int[Tensor, "b n"],
    *,
    mask: Bool[Tensor, "b n"] | None = None,
) -> Float[Tensor, ""]:
    mask = mask if mask is not None else ids >= 0
    x = rearrange(logits[:, :-1], "b t v -> (b t) v").double()
    y = rearrange(ids[:, 1:], "b t -> (b t)")
    w = rearrange(mask[:, 1:], "b t -> (b t)").double()
    nll = torch.logsumexp(x, dim=1) - x.gather(1, y[:, None])[:, 0]
    return torch.dot(nll, w) / w.sum().clamp_min(1.0)
