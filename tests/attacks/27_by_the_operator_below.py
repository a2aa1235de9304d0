# tfmdrill: attention (torch)
# expect: forbidden
# What the forbidden operation calls on a CPU, called by its own name.
import torch


def attention(q, k, v):
    lead = q.shape[:-2]
    b = [x.reshape(1, -1, *x.shape[-2:]) for x in (q, k, v)]
    name = "_scaled_dot_product" + "_flash_attention_for_cpu"
    out = getattr(torch.ops.aten, name).default(*b)[0]
    return out.reshape(*lead, *out.shape[-2:])
