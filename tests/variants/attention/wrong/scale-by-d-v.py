# tfmdrill: attention (torch)
import torch


def attention(q, k, v):
    d = v.shape[-1]
    attn = torch.einsum("...qd,...kd->...qk", q, k).mul(d**-0.5).softmax(dim=-1)
    return attn @ v
