# tfmdrill: learned-positions (numpy)
def add_positions(x, table, *, offset=0):
    if offset + x.shape[1] > len(table):
        raise ValueError("too long")
    return x + table[offset]
