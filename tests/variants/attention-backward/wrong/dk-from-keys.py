# tfmdrill: attention-backward (torch)
import math

import torch


def attention_backward(q, k, v, grad_out):
    d_k = q.shape[-1]
    S = q @ k.transpose(-2, -1) / math.sqrt(d_k)
    P = torch.softmax(S, dim=-1)
    dV = P.transpose(-2, -1) @ grad_out
    dP = grad_out @ v.transpose(-2, -1)
    D = (P * dP).sum(dim=-1, keepdim=True)
    dS = P * (dP - D)
    dQ = dS @ k / math.sqrt(d_k)
    dK = dS.transpose(-2, -1) @ k / math.sqrt(d_k)
    return dQ, dK, dV
