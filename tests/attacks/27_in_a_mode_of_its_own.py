# tfmdrill: attention (torch)
# expect: forbidden
# A mode above the watching one that calls with its own modes put away.
import torch
from torch.overrides import TorchFunctionMode


class Hide(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


def attention(q, k, v):
    with Hide():
        return torch.nn.functional.scaled_dot_product_attention(q, k, v)
