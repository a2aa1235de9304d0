# tfmdrill: build-masks (torch)
import torch
from einops import rearrange, repeat
from jaxtyping import Bool, Int
from torch import Tensor


def causal_mask(n: int, m: int | None = None) -> Bool[Tensor, "n m"]:
    m = n if m is None else m
    return repeat(torch.arange(m), "m -> n m", n=n) <= repeat(torch.arange(m - n, m), "n -> n m", m=m)


def padding_mask(lengths: Int[Tensor, "b"], m: int) -> Bool[Tensor, "b m"]:
    return rearrange(lengths, "b -> b 1") > rearrange(torch.arange(m), "m -> 1 m")


def combine(causal: Bool[Tensor, "n m"], padding: Bool[Tensor, "b m"]) -> Bool[Tensor, "b 1 n m"]:
    return rearrange(causal, "n m -> 1 1 n m") & rearrange(padding, "b m -> b 1 1 m")
