# tfmdrill: transformer-block (numpy)
import math

import numpy as np

erf = np.vectorize(math.erf)


def gelu(x):
    return x * 0.5 * (1 + erf(x / math.sqrt(2)))


def layer_norm(x, gamma, beta, eps=1e-5):
    mu = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    return (x - mu) / np.sqrt(var + eps) * gamma + beta


def softmax(s):
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


class Block:
    def __init__(self, params, n_heads, causal, key_mask):
        self.p = params
        self.n_heads = n_heads
        self.causal = causal
        self.key_mask = key_mask

    def allowed(self, B, n):
        mask = np.ones((B, n, n), dtype=bool)
        if self.causal:
            mask = np.tril(mask)
        if self.key_mask is not None:
            mask = mask & self.key_mask[:, None, :]
        return mask

    def attention(self, x):
        B, n, d = x.shape
        size = d // self.n_heads
        q, k, v = x @ self.p["w_q"], x @ self.p["w_k"], x @ self.p["w_v"]
        mask = self.allowed(B, n)
        heads = []
        for i in range(self.n_heads):
            cols = slice(i * size, (i + 1) * size)
            scores = q[:, :, cols] @ k[:, :, cols].transpose(0, 2, 1) / np.sqrt(size)
            scores = np.where(mask, scores, -1e9)
            weights = softmax(scores)
            weights = np.where(mask.any(-1, keepdims=True), weights, 0)
            heads.append(weights @ v[:, :, cols])
        return np.concatenate(heads, axis=-1) @ self.p["w_o"]

    def mlp(self, x):
        hidden = gelu(x @ self.p["w1"] + self.p["b1"])
        return hidden @ self.p["w2"] + self.p["b2"]

    def norm1(self, x):
        return layer_norm(x, self.p["gamma1"], self.p["beta1"])

    def norm2(self, x):
        return layer_norm(x, self.p["gamma2"], self.p["beta2"])


def transformer_block(x, params, *, n_heads, norm="pre", causal=True, key_mask=None):
    block = Block(params, n_heads, causal, key_mask)
    if norm == "post":
        h = block.norm1(block.attention(x))
        return block.norm2(h + block.mlp(h))
    h = block.attention(block.norm1(x))
    return h + block.mlp(block.norm2(h))
