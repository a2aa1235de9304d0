# tfmdrill: attention (torch)
# expect: forbidden
import torch


def attention(q, k, v):
    return getattr(torch._C._nn, "scaled_dot" + "_product_attention")(q, k, v)
