# tfmdrill: attention (torch)
# expect: wrong
import torch


class Lie(torch.Tensor):
    detach = as_subclass = cpu = contiguous = numpy = property(lambda self: 1 / 0)
    dtype = property(lambda self: torch.float32)
    shape = property(lambda self: (1, 1))


def attention(q, k, v):
    return torch.zeros(*q.shape[:-1], v.shape[-1]).as_subclass(Lie)
