# tfmdrill: learned-positions (torch)
import functools

import torch
from einops import rearrange


class TooLong(ValueError):
    pass


def guarded(function):
    @functools.wraps(function)
    def inner(x, table, **options):
        start = options.get("offset", 0)
        if start + x.shape[1] > table.shape[0]:
            raise TooLong(start)
        return function(x, table, start)

    return inner


@guarded
def add_positions(x, table, start):
    rows = table.narrow(0, start, x.shape[1])
    return torch.add(x, rearrange(rows, "n d -> 1 n d"))
