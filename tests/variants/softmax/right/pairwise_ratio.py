# tfmdrill: softmax (numpy)
import numpy as np


def softmax(x, dim=-1, *, temperature=1.0):
    """1 / sum_j exp(x_j - x_i), in float32: no maximum needed, inf in the sum just gives 0."""
    if temperature <= 0:
        raise ValueError
    z = np.moveaxis(np.asarray(x, np.float32) / np.float32(temperature), dim, -1)
    with np.errstate(over="ignore", invalid="ignore"):
        gaps = z[..., None, :] - z[..., :, None]
        out = 1.0 / np.exp(gaps).sum(axis=-1)
    out = np.where(np.isneginf(z), 0.0, out)
    return np.moveaxis(out, -1, dim).astype(x.dtype)
