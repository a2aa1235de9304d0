# tfmdrill: learned-positions (torch)
def add_positions(x, table, *, offset=0):
    return x + table[offset : offset + x.shape[1]].unsqueeze(0)
