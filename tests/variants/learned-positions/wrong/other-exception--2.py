# tfmdrill: learned-positions (numpy)
def add_positions(x, table, *, offset=0):
    n = x.shape[1]
    assert offset + n <= len(table), "sequence is longer than the table"
    return x + table[offset : offset + n]
