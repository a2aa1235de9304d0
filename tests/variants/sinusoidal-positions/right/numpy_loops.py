# tfmdrill: sinusoidal-positions (numpy)
import math


def sinusoidal_positions(n, d, *, base=10000.0):
    """Lists of plain floats."""
    if d % 2 != 0:
        raise ValueError("the width has to be even")
    rows = []
    for p in range(n):
        row = []
        for i in range(d // 2):
            a = p / base ** (2 * i / d)
            row += [math.sin(a), math.cos(a)]
        rows.append(row)
    return rows
