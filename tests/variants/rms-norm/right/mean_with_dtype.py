# tfmdrill: rms-norm (numpy)
import numpy as np

rms_norm = lambda x, weight, *, eps=1e-6: (
    x / np.sqrt(np.square(x, dtype="f8").mean(-1)[..., np.newaxis] + eps) * weight
).astype(x.dtype)
