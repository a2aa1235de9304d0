# tfmdrill: kv-cache (torch)
import torch


class KVCache:
    def __init__(self):
        self.store = ()

    def append(self, k, v):
        if self.store:
            k, v = torch.cat([self.store[0], k], 2), torch.cat([self.store[1], v], 2)
        self.store = k, v
        return k, v

    @property
    def length(self):
        return self.store[0].shape[2] if self.store else 0


def decode_step(x_t, params, cache, *, n_heads):
    d_head = x_t.shape[-1] // n_heads
    q, k, v = x_t @ params["w_q"], x_t @ params["w_k"], x_t @ params["w_v"]
    keys, values = cache.append(
        torch.stack(k.split(d_head, dim=-1), dim=1), torch.stack(v.split(d_head, dim=-1), dim=1)
    )
    rows = []
    for i in range(n_heads):
        query = q[:, 0, i * d_head : (i + 1) * d_head]
        scores = (keys[:, i] * query[:, None]).sum(-1) / d_head**0.5
        rows.append((torch.softmax(scores, 1)[:, :, None] * values[:, i]).sum(1))
    return torch.cat(rows, dim=-1)[:, None] @ params["w_o"]
