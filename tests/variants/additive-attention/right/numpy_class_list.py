# tfmdrill: additive-attention (numpy)
import numpy as np


class Additive:
    fill = -1e9

    def scores(self, query, keys, w_q, w_k, v):
        B, m, d = keys.shape
        flat = keys.reshape(B * m, d) @ w_k + np.repeat(query @ w_q, m, axis=0)
        return np.tanh(flat).dot(v).reshape(B, m)

    def __call__(self, query, keys, w_q, w_k, v, *, key_mask=None):
        s = self.scores(query, keys, w_q, w_k, v)
        hide = np.zeros(s.shape, bool) if key_mask is None else ~key_mask
        s[hide] = self.fill
        w = np.exp(s - s.max(1, keepdims=True))
        w /= w.sum(1, keepdims=True)
        w[hide] = 0
        return [np.matmul(w[:, None], keys)[:, 0], np.asfortranarray(w)]


additive_attention = Additive()
