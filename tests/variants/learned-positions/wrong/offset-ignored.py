# tfmdrill: learned-positions (torch)
import torch


def add_positions(x, table, *, offset=0):
    B, n, d = x.shape
    if n > table.shape[0]:
        raise ValueError("too long")
    return x + table[torch.arange(n)]
