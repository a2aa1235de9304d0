# tfmdrill: top-k (numpy)
import numpy as np


def one(row, k):
    k = min(k, row.size)
    keep = np.argpartition(row, row.size - k)[row.size - k :]
    out = np.full(row.shape, -np.inf, row.dtype)
    out[keep] = row[keep]
    return out


top_k_filter = lambda logits, k: (  # noqa: E731
    np.apply_along_axis(one, 1, logits, k) if k > 0 else (_ for _ in ()).throw(ValueError("k"))
)
