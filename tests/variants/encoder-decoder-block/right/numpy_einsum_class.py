# tfmdrill: encoder-decoder-block (numpy)
import math

import numpy as np


class DecoderBlock:
    phi = staticmethod(np.frompyfunc(lambda z: 0.5 * math.erfc(-z * 0.5**0.5), 1, 1))

    def norm(self, x, p, i):
        c = x - np.average(x, axis=-1)[..., None]
        return c * (np.einsum("...i,...i->...", c, c)[..., None] / c.shape[-1] + 1e-5) ** -0.5 * p["gamma" + i] + p["beta" + i]

    def attend(self, x, c, p, w, h, keep):
        d = x.shape[-1]
        q, k, v = (np.einsum("bni,ihc->bhnc", t, p[w + s].reshape(d, h, d // h)) for t, s in ((x, "_q"), (c, "_k"), (c, "_v")))
        s = np.einsum("bhic,bhjc->bhij", q, k) / (d // h) ** 0.5
        keep = np.broadcast_to(keep, s.shape)
        top = s.max(axis=-1, keepdims=True, where=keep, initial=-1e30)
        e = np.exp(s - top, where=keep, out=np.zeros_like(s))
        z = e.sum(-1, keepdims=True)
        e = np.divide(e, z, where=z > 0, out=np.zeros_like(e))
        return np.einsum("bhij,bhjc,hcd->bid", e, v, p[w + "_o"].reshape(h, d // h, d))

    def __call__(self, x, memory, params, *, n_heads, key_mask=None, memory_mask=None):
        p, n = params, x.shape[1]
        keep = np.greater_equal.outer(np.arange(n), np.arange(n))[None, None]
        keep = keep if key_mask is None else keep & key_mask[:, None, None]
        read = np.ones((1, 1, 1, 1), bool) if memory_mask is None else memory_mask[:, None, None]
        y = self.norm(x, p, "1")
        x = x + self.attend(y, y, p, "w", n_heads, keep)
        x = x + self.attend(self.norm(x, p, "3"), memory, p, "x", n_heads, read)
        y = self.norm(x, p, "2") @ p["w1"] + p["b1"]
        return x + (y * self.phi(y).astype(y.dtype)) @ p["w2"] + p["b2"]


decoder_block = DecoderBlock()
