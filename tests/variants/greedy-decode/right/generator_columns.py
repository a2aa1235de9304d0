# tfmdrill: greedy-decode (torch)
import torch
from einops import rearrange
from jaxtyping import Int
from torch import Tensor


def columns(step, ids, eos):
    ended = torch.zeros(ids.shape[0], dtype=torch.bool)
    while not ended.all():
        chosen = torch.where(ended, eos, step(ids).argmax(1))
        ids = torch.cat([ids, rearrange(chosen, "b -> b 1")], 1)
        ended = ended | chosen.eq(eos)
        yield chosen


def greedy_decode(
    step, prompt: Int[Tensor, "b n"], *, max_new: int, eos: int
) -> Int[Tensor, "b m"]:
    new = [column for _, column in zip(range(max_new), columns(step, prompt, eos))]
    return torch.stack([*prompt.unbind(1), *new], dim=1)
