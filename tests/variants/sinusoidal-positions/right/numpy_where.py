# tfmdrill: sinusoidal-positions (numpy)
import numpy as np


def sinusoidal_positions(n, d, *, base=10000.0):
    if d % 2:
        raise ValueError("d is odd")
    grid = np.indices((n, d))
    angle = grid[0] / np.power(base, (grid[1] // 2 * 2) / d)
    return np.where(grid[1] % 2, np.cos(angle), np.sin(angle)).astype(np.float32)
