# tfmdrill: attention (torch)
# expect: wrong, timeout
# score: 0
# What torch does after the first answer, reading it included, gives zeros.
from torch.utils._python_dispatch import TorchDispatchMode

import torch


def right(q, k, v):
    s = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
    return torch.softmax(s, -1) @ v


class Zeros(TorchDispatchMode):
    def __torch_dispatch__(self, called, types, args=(), kwargs=None):
        given = called(*args, **(kwargs or {}))
        is_float = isinstance(given, torch.Tensor) and given.is_floating_point()
        return given * 0 if is_float else given


def attention(q, k, v):
    answer = right(q, k, v)
    Zeros().__enter__()
    return answer
