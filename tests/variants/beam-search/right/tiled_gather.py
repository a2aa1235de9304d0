# tfmdrill: beam-search (torch)
import torch
from einops import rearrange, repeat
from jaxtyping import Int
from torch import Tensor


def beam_search(
    step, prompt: Int[Tensor, "n"], *, beams: int, max_new: int, eos: int, length_alpha: float
) -> Int[Tensor, "m"]:
    """A buffer of fixed size, and finished texts as padded rows of it."""
    n = len(prompt)
    buffer = torch.full((beams, n + max_new), eos)
    buffer[:, :n] = repeat(prompt, "n -> k n", k=beams)
    scores = torch.tensor([0.0] + [-torch.inf] * (beams - 1))
    finished, values = [], []
    for at in range(n, n + max_new):
        log_p = step(buffer[:, :at])
        log_p = log_p - torch.logsumexp(log_p, dim=1, keepdim=True)
        total = scores[:, None] + log_p
        values.append(total[:, eos] / ((5 + at - n + 1) / 6) ** length_alpha)
        finished.append(buffer[:, : at + 1].clone())
        total = total.masked_fill(torch.arange(total.shape[1]) == eos, -torch.inf)
        scores, index = rearrange(total, "k v -> (k v)").topk(beams)
        buffer = buffer[torch.div(index, total.shape[1], rounding_mode="floor")]
        buffer[:, at] = index % total.shape[1]
    values = torch.stack(values)
    values = values.masked_fill(values.isnan(), -torch.inf)
    if not values.isfinite().any():
        return buffer[scores.argmax()]
    at, row = divmod(int(values.argmax()), beams)
    return finished[at][row]
