# tfmdrill: kv-cache (torch)
from dataclasses import dataclass, field

import torch
from torch import Tensor


@dataclass
class KVCache:
    keys: list[Tensor] = field(default_factory=list)
    values: list[Tensor] = field(default_factory=list)

    def append(self, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        self.keys.append(k)
        self.values.append(v)
        return torch.cat(self.keys, 2), torch.cat(self.values, 2)

    @property
    def length(self) -> int:
        return sum(k.size(2) for k in self.keys)


def decode_step(x_t: Tensor, params: dict, cache: KVCache, *, n_heads: int) -> Tensor:
    B, _, d = x_t.shape
    q, k, v = [(x_t @ params[f"w_{c}"]).unflatten(2, (n_heads, -1)).transpose(1, 2) for c in "qkv"]
    K, V = cache.append(k, v)
    print("cache holds", cache.length)
    s = torch.einsum("bhqd,bhkd->bhqk", q, K) * (d // n_heads) ** -0.5
    return torch.einsum("bhqk,bhkd->bqhd", s.softmax(dim=3), V).reshape(B, 1, d) @ params["w_o"]
