# tfmdrill: learned-positions (numpy)
def add_positions(x, table, *, offset=0):
    n = x.shape[1]
    if offset + n > len(table):
        raise ValueError("too long")
    x += table[offset : offset + n]
    return x
