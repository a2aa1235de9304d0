# tfmdrill: kv-cache (torch)
import math

import torch


class KVCache:
    """A buffer that doubles when it is full; append gives views of the used part."""

    def __init__(self, capacity=4):
        self.capacity = capacity
        self.used = 0
        self.buffer = None

    @property
    def length(self):
        return self.used

    def append(self, k, v):
        B, h, t, d = k.shape
        if self.buffer is None:
            self.buffer = k.new_zeros(2, B, h, max(self.capacity, t), d)
        while self.used + t > self.buffer.shape[3]:
            self.buffer = torch.cat([self.buffer, torch.zeros_like(self.buffer)], dim=3)
        self.buffer[0, :, :, self.used : self.used + t] = k
        self.buffer[1, :, :, self.used : self.used + t] = v
        self.used += t
        return self.buffer[0, :, :, : self.used], self.buffer[1, :, :, : self.used]


def decode_step(x_t, params, cache, *, n_heads):
    B, one, d = x_t.shape
    d_head = d // n_heads

    def heads(name):
        return (x_t @ params[name]).reshape(B, one, n_heads, d_head).transpose(1, 2)

    k, v = cache.append(heads("w_k"), heads("w_v"))
    q = heads("w_q") / math.sqrt(d_head)
    att = (q @ k.mT).softmax(-1)
    return (att @ v).transpose(1, 2).flatten(2) @ params["w_o"]
