# tfmdrill: bert-forward (numpy)
import math

import numpy as np

_erf = np.frompyfunc(math.erf, 1, 1)


class Encoder:
    def __init__(self, params, n_heads):
        self.params = params
        self.n_heads = n_heads

    @staticmethod
    def norm(x, gamma, beta):
        mean = x.mean(-1, keepdims=True)
        std = np.sqrt(x.var(-1, keepdims=True) + 1e-5)
        return (x - mean) / std * gamma + beta

    @staticmethod
    def gelu(x):
        return x * (0.5 + 0.5 * _erf(x / math.sqrt(2)).astype(x.dtype))

    def embed(self, ids, segments):
        p = self.params
        x = p["tok"][ids] + p["pos"][: ids.shape[1]] + p["seg"][segments]
        return self.norm(x, p["gamma_e"], p["beta_e"])

    def attend(self, x, p, mask):
        heads = []
        for wq, wk, wv in zip(*([p[w]] for w in ("w_q", "w_k", "w_v"))):
            s = np.einsum("bid,bjd->bij", x @ wq, x @ wk) / math.sqrt(wq.shape[1])
            s = np.where(mask[:, None, :], s, -np.inf)
            top = s.max(-1, keepdims=True)
            e = np.exp(s - np.where(np.isinf(top), 0, top))
            total = e.sum(-1, keepdims=True)
            total[total == 0] = 1
            heads.append(e / total @ (x @ wv))
        return np.concatenate(heads, -1) @ p["w_o"]

    def mlp(self, x, p):
        return self.gelu(x @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]

    def block(self, x, p, mask):
        x = self.norm(x + self.attend(x, p, mask), p["gamma1"], p["beta1"])
        x = self.norm(x + self.mlp(x, p), p["gamma2"], p["beta2"])
        return x


def bert_forward(ids, segment_ids, attention_mask, params, *, n_heads):
    encoder = Encoder(params, n_heads)
    x = encoder.embed(ids, segment_ids)
    for p in params["blocks"]:
        x = encoder.block(x, p, attention_mask)
    return x
