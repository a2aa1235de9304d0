# tfmdrill: additive-attention (torch)
import torch
import torch.nn.functional as F
from torch import nn


class Bahdanau(nn.Module):
    def forward(self, query, keys, w_q, w_k, v, *, key_mask=None):
        u = F.linear(query, w_q.t()).unsqueeze(-2) + F.linear(keys, w_k.t())
        scores = F.linear(torch.tanh(u), v[None]).squeeze(-1)
        bias = torch.zeros_like(scores)
        if key_mask is not None:
            bias = bias.masked_fill(~key_mask, -1e9)
        weights = F.softmax(scores + bias, dim=-1) * (bias == 0)
        print("weights", tuple(weights.shape))
        return torch.bmm(weights.unsqueeze(1), keys).squeeze(1), weights


additive_attention = Bahdanau()
