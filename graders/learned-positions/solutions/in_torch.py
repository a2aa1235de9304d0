# tfmdrill: learned-positions (torch)
def add_positions(x, table, *, offset=0):
    n, available = x.shape[1], len(table)
    if offset + n > available:
        raise ValueError(f"{n} tokens from position {offset} on exceed a table of {available}")
    return x + table[offset : offset + n]
