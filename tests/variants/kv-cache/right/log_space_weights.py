# tfmdrill: kv-cache (torch)
from dataclasses import dataclass, field
import torch


@dataclass
class KVCache:
    chunks: list = field(default_factory=list)

    def append(self, k, v):
        self.chunks.append((k.detach().clone(), v.detach().clone()))
        ks, vs = zip(*self.chunks)
        k, v = torch.cat(ks, 2), torch.cat(vs, 2)
        self.chunks[:] = [(k, v)]
        return k, v

    @property
    def length(self):
        return sum(k.shape[2] for k, _ in self.chunks)


def decode_step(x_t, params, cache, *, n_heads):
    h = n_heads
    cut = lambda w: torch.stack((x_t @ params[w]).chunk(h, -1), 1)
    q = cut("w_q")
    k, v = cache.append(cut("w_k"), cut("w_v"))
    a = (q / q.shape[-1] ** 0.5) @ k.mT
    a = (a - torch.logsumexp(a, -1, keepdim=True)).exp()
    return torch.einsum("bhqm,bhme->bqhe", a, v).flatten(2) @ params["w_o"]
