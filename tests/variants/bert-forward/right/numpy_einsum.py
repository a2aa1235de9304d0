# tfmdrill: bert-forward (numpy)
import math

import numpy as np

_phi = np.frompyfunc(lambda z: 0.5 * math.erfc(-z / math.sqrt(2)), 1, 1)


class Block:
    def __init__(self, eps=1e-5):
        self.eps = eps

    def norm(self, x, g, b):
        x = x - x.mean(-1, keepdims=True)
        return (
            x / np.sqrt(np.einsum("bni,bni->bn", x, x)[..., None] / x.shape[-1] + self.eps) * g + b
        )

    def attention(self, x, p, h, causal, key_mask):
        d = x.shape[-1]
        w = lambda name: p[name].reshape(d, h, d // h)
        q, k, v = (np.einsum("bni,ihc->bhnc", x, w(name)) for name in ("w_q", "w_k", "w_v"))
        s = np.einsum("bhic,bhjc->bhij", q * (d // h) ** -0.5, k)
        n = s.shape[-1]
        if causal:
            s[..., np.triu_indices(n, 1)[0], np.triu_indices(n, 1)[1]] = -np.inf
        if key_mask is not None:
            s[np.broadcast_to(~key_mask[:, None, None], s.shape)] = -np.inf
        top = s.max(-1, keepdims=True)
        e = np.exp(s - np.where(np.isfinite(top), top, 0))
        z = e.sum(-1, keepdims=True)
        e = np.divide(e, z, out=np.zeros_like(e), where=z > 0)
        return np.einsum("bhij,bhjc,hcd->bid", e, v, p["w_o"].reshape(h, d // h, d))

    def __call__(self, x, params, *, n_heads, norm="pre", causal=True, key_mask=None):
        p = params
        n1 = lambda t: self.norm(t, p["gamma1"], p["beta1"])
        n2 = lambda t: self.norm(t, p["gamma2"], p["beta2"])

        def ffn(t):
            t = t @ p["w1"] + p["b1"]
            return (t * _phi(t).astype(t.dtype)) @ p["w2"] + p["b2"]

        rest = (p, n_heads, causal, key_mask)
        if norm != "pre":
            y = n1(x + self.attention(x, *rest))
            return n2(y + ffn(y))
        y = x + self.attention(n1(x), *rest)
        return y + ffn(n2(y))


transformer_block = Block()


class BERT:
    block = Block()

    def embed(self, ids, segment_ids, p):
        x = np.take(p["tok"], ids, axis=0) + np.take(p["seg"], segment_ids, axis=0)
        x += p["pos"][np.arange(ids.shape[1])]
        return self.block.norm(x, p["gamma_e"], p["beta_e"])

    def __call__(self, ids, segment_ids, attention_mask, params, *, n_heads):
        x = self.embed(ids, segment_ids, params)
        for p in params["blocks"]:
            x = self.block(
                x, p, n_heads=n_heads, norm="post", causal=False, key_mask=attention_mask
            )
        return x


bert_forward = BERT()
