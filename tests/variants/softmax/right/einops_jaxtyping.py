# tfmdrill: softmax (torch)
from functools import wraps

import torch
from einops import reduce
from jaxtyping import Float
from torch import Tensor


def last_axis(f):
    @wraps(f)
    def g(x, dim=-1, *, temperature=1.0):
        if temperature <= 0:
            raise ValueError("temperature must be positive")
        return f(x.movedim(dim, -1) / temperature).movedim(-1, dim)

    return g


@last_axis
def softmax(x: Float[Tensor, "... v"]) -> Float[Tensor, "... v"]:
    e = torch.exp(x - reduce(x, "... v -> ... 1", "max"))
    return e / reduce(e, "... v -> ... 1", "sum")
