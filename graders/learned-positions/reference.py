"""Learned position embeddings.

Source: Radford et al. 2018, section 3.1.
"""

import numpy as np


def add_positions(x, table, *, offset=0):
    """x (B, n, d) plus rows offset ... offset + n - 1 of table (N, d).

    Raises ValueError if the table ends before the tokens do.
    """
    n = x.shape[1]
    end = offset + n
    if end > len(table):
        raise ValueError(f"positions {offset} to {end - 1} don't fit into a table of {len(table)}")
    position = np.arange(offset, end)
    rows = table[position]  # (n, d)
    return x + rows
