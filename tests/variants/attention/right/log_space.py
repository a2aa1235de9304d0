# tfmdrill: attention (torch)
import torch


def attention(q, k, v):
    d = q.shape[-1]
    s = torch.matmul(q, torch.transpose(k, -1, -2)) / d**0.5
    log_w = s - torch.logsumexp(s, dim=-1, keepdim=True)
    return log_w.exp() @ v
