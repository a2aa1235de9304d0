# tfmdrill: attention (torch)
# expect: forbidden
import torch


def attention(q, k, v):
    return getattr(torch.ops.aten, "_scaled_dot_product" + "_attention_math").default(q, k, v)[0]
