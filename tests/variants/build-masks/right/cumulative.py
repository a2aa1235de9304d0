# tfmdrill: build-masks (torch)
import torch


class Causal:
    def __call__(self, n, m=None):
        m = n if m is None else m
        square = torch.eye(m, dtype=torch.int64).cumsum(0).bool()  # (m, m) lower triangle
        if n <= m:
            return square[m - n :]
        return torch.cat([torch.zeros(n - m, m, dtype=torch.bool), square])


causal_mask = Causal()


def padding_mask(lengths, m):
    counts = torch.ones(len(lengths), m, dtype=torch.int64).cumsum(1)
    return counts.le(lengths.reshape(-1, 1))


def combine(causal, padding):
    return torch.einsum("nm,bm->bnm", causal.float(), padding.float()).gt(0.5)[:, None]
