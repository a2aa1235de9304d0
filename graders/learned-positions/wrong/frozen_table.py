# tfmdrill: learned-positions (torch)
import torch
from torch import nn


def add_positions(x, table, *, offset=0):
    n = x.shape[1]
    if offset + n > len(table):
        raise ValueError(f"{offset} + {n} positions don't fit into a table of {len(table)}")
    embedding = nn.Embedding.from_pretrained(table)
    return x + embedding(torch.arange(offset, offset + n))
