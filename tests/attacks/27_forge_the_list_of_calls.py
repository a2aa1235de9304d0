# tfmdrill: attention (torch)
# expect: broken-protocol
import sys

import torch

def right(q, k, v):
    return torch.softmax(q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5, -1) @ v

def attention(q, k, v):
    if torch._C._len_torch_function_stack():
        tracing = sys.modules["inside.tracing"]
        below = sys._getframe()
        while below is not None:
            if below.f_code.co_name == "forbidden_calls":
                below.f_locals["found"][("no such name", -1)] = None
            below = below.f_back
    return right(q, k, v)
