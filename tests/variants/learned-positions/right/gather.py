# tfmdrill: learned-positions (torch)
import torch


def add_positions(x, table, *, offset=0):
    B, n, d = x.shape
    index = torch.arange(offset, offset + n)[:, None].expand(n, d)
    if index.max() >= table.shape[0]:
        raise ValueError("beyond the table")
    return x.double() + table.gather(0, index).double()
