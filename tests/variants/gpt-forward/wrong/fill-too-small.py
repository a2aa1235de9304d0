# tfmdrill: gpt-forward (torch)
import torch
from torch import nn
import torch.nn.functional as F


class Attn(nn.Module):
    def __init__(self, p, h):
        super().__init__()
        self.qkv = torch.cat([p["w_q"], p["w_k"], p["w_v"]], 1)
        self.o, self.h = p["w_o"], h

    def forward(self, x):
        B, n, d = x.shape
        q, k, v = (x @ self.qkv).view(B, n, 3, self.h, d // self.h).permute(2, 0, 3, 1, 4)
        w = torch.baddbmm(
            torch.zeros(1, dtype=x.dtype),
            q.flatten(0, 1),
            k.flatten(0, 1).mT,
            alpha=(d // self.h) ** -0.5,
        )
        w = w.masked_fill(torch.ones(n, n, dtype=torch.bool).triu_(1), -100.0).softmax(-1)
        return (
            torch.bmm(w, v.flatten(0, 1)).view(B, self.h, n, -1).transpose(1, 2).flatten(2) @ self.o
        )


class Block(nn.Module):
    def __init__(self, p, h):
        super().__init__()
        self.a, self.p = Attn(p, h), p

    def forward(self, x):
        p = self.p
        x = x + self.a(F.layer_norm(x, x.shape[2:], p["gamma1"], p["beta1"], eps=1e-5))
        y = F.layer_norm(x, x.shape[2:], p["gamma2"], p["beta2"], eps=1e-5)
        return x + torch.addmm(
            p["b2"], F.gelu(torch.addmm(p["b1"], y.flatten(0, 1), p["w1"])), p["w2"]
        ).view_as(x)


def gpt_forward(ids, params, *, n_heads):
    if ids.shape[1] > params["pos"].shape[0]:
        raise ValueError("sequence is longer than the table")
    x = params["tok"][ids].add(params["pos"][: ids.shape[1]])
    net = nn.Sequential(*[Block(p, n_heads) for p in params["blocks"]])
    return F.linear(
        F.layer_norm(net(x), x.shape[2:], params["gamma_f"], params["beta_f"], 1e-5), params["tok"]
    )
