# tfmdrill: attention (torch)
# expect: passed
# not stopped: what runs in this process can switch the watching off. The source still names the
# operation, and a mention that no call reached is a remark of the report.
# remark: scaled_dot_product_attention
import torch
import torch.nn.functional as F


def attention(q, k, v):
    with torch._C.DisableTorchFunction():
        return F.scaled_dot_product_attention(q, k, v)
