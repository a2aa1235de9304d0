# tfmdrill: double-it (numpy)
import numpy as np


def double_it(x: np.ndarray, *, offset: float = 0.0) -> np.ndarray:
    return 2 * x + offset
