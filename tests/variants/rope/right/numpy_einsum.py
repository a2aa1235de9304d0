# tfmdrill: rope (numpy)
import numpy as np


class Rope:
    def __call__(self, x, positions, *, base=10000.0):
        if x.shape[-1] % 2:
            raise ValueError("odd width")
        B, h, n, d = x.shape
        pos = np.broadcast_to(np.asarray(positions).reshape(-1, n), (B, n))
        w = np.exp(-np.log(base) * np.arange(0, d, 2) / d)
        a = np.einsum("bn,k->bnk", pos, w)
        rot = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
        y = np.einsum("ijbnk,bhnkj->bhnki", rot, x.reshape(B, h, n, d // 2, 2))
        return y.reshape(B, h, n, d).astype(x.dtype, copy=False)


apply_rope = Rope()
