# tfmdrill: model-cost (numpy)
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Config:
    d_model: int
    n_layers: int
    n_heads: int
    n_kv_heads: int
    d_ff: int
    vocab: int
    tied: bool

    @property
    def d_head(self) -> int:
        return self.d_model // self.n_heads

    @property
    def d_kv(self) -> int:
        return self.n_kv_heads * self.d_head

    @property
    def matrices(self) -> int:
        return self.d_model * (2 * self.d_model + 2 * self.d_kv + 3 * self.d_ff)


def parameter_count(config: dict) -> int:
    c = Config(**config)
    print("counting", c)
    total = c.vocab * c.d_model + c.n_layers * (c.matrices + 2 * c.d_model) + c.d_model
    if not c.tied:
        total += c.vocab * c.d_model
    return total


def kv_cache_bytes(config: dict, *, batch: int, length: int, bytes_per_value: int) -> int:
    c = Config(**config)
    return batch * length * c.n_layers * c.d_kv * bytes_per_value << 1


def forward_flops(config: dict, *, length: int) -> int:
    c = Config(**config)
    return 2 * length * (c.n_layers * (c.matrices + 2 * length * c.d_model) + c.vocab * c.d_model)
