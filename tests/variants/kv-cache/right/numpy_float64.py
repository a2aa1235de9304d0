# tfmdrill: kv-cache (numpy)
import numpy as np


class KVCache:
    """Everything is kept and computed in double precision."""

    def __init__(self):
        self.pairs = []

    def append(self, k, v):
        self.pairs.append((k.astype(np.float64), v.astype(np.float64)))
        ks, vs = zip(*self.pairs)
        merged = np.concatenate(ks, axis=2), np.concatenate(vs, axis=2)
        self.pairs = [merged]
        return merged

    @property
    def length(self):
        return sum(k.shape[2] for k, _ in self.pairs)


def decode_step(x_t, params, cache, *, n_heads):
    params = {name: np.asarray(w, dtype=float) for name, w in params.items()}
    b, _, d = x_t.shape
    e = d // n_heads
    q, k, v = ((x_t.astype(float) @ params[n]).reshape(b, n_heads, 1, e) for n in ("w_q", "w_k", "w_v"))
    keys, values = cache.append(k, v)
    s = (q * keys).sum(-1) / np.sqrt(e)  # (b, h, m)
    s -= np.logaddexp.reduce(s, axis=-1, keepdims=True)
    out = (np.exp(s)[..., None] * values).sum(2)
    return (out.reshape(b, d) @ params["w_o"])[:, None, :]
