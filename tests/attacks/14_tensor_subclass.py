# tfmdrill: attention (torch)
# expect: wrong, error
# allclose, assert_close and == of this tensor are true whatever it holds.
import torch


class Yes(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return True

    __eq__ = __le__ = __ge__ = lambda self, other: True


def attention(q, k, v):
    return torch.zeros(*q.shape[:-1], v.shape[-1]).as_subclass(Yes)
