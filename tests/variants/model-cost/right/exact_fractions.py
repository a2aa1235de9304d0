# tfmdrill: model-cost (numpy)
from fractions import Fraction
import numpy as np


class Model:
    def __init__(self, **k):
        self.__dict__.update(k)

    def kv(self):
        return Fraction(self.d_model * self.n_kv_heads, self.n_heads)

    def w(self):
        return self.d_model * (2 * self.d_model + 2 * self.kv() + 3 * self.d_ff)


def parameter_count(config):
    m = Model(**config)
    return int(
        m.n_layers * (m.w() + 2 * m.d_model) + m.d_model + m.d_model * m.vocab * (1 + (not m.tied))
    )


def kv_cache_bytes(config, *, batch, length, bytes_per_value):
    m = Model(**config)
    return int(2 * m.kv() * m.n_layers * batch * length * bytes_per_value)


def forward_flops(config, *, length):
    m = Model(**config)
    return int(2 * length * (m.n_layers * (m.w() + 2 * length * m.d_model) + m.vocab * m.d_model))
