# tfmdrill: learned-positions (torch)
import torch
from torch import nn


class Positions(nn.Module):
    def forward(self, x, table, *, offset=0):
        n = x.shape[1]
        end = offset + n
        if end not in range(len(table) + 1):
            raise ValueError(f"end {end}")
        rows = torch.index_select(table, 0, torch.arange(offset, end))
        print(rows.shape)
        return (x.transpose(1, 2) + rows.t()).transpose(1, 2)


add_positions = Positions()
