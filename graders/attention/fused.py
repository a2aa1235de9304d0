"""attention through PyTorch's fused operation, to show agreement after a pass."""

import torch.nn.functional as F


def attention(q, k, v):
    return F.scaled_dot_product_attention(q, k, v)
