# tfmdrill: attention (torch)
# expect: forbidden
import torch


def attention(q, k, v):
    return getattr(torch.ops.aten, "scaled_dot" + "_product_attention").default(q, k, v)
