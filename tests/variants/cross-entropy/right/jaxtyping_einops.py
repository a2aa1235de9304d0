# tfmdrill: cross-entropy (torch)
import torch
from einops import rearrange, reduce
from jaxtyping import Float, Int
from torch import Tensor


def log_probabilities(x: Float[Tensor, "N C"]) -> Float[Tensor, "N C"]:
    peak = reduce(x, "n c -> n 1", "max")
    return x - peak - torch.log(reduce(torch.exp(x - peak), "n c -> n 1", "sum"))


def cross_entropy(
    logits: Float[Tensor, "N C"],
    targets: Int[Tensor, "N"],
    *,
    ignore_index: int = -100,
    label_smoothing: float = 0.0,
) -> Float[Tensor, ""]:
    keep = targets != ignore_index
    lp = log_probabilities(logits) if len(logits) else logits
    ids = rearrange(targets * keep, "n -> n 1")
    nll = rearrange(-torch.take_along_dim(lp, ids, dim=1), "n 1 -> n")
    row = torch.lerp(nll, -lp.mean(dim=1), label_smoothing)
    return (row * keep).sum() / torch.clamp(keep.sum(), min=1)
