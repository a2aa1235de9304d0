# tfmdrill: gpt-forward (torch)
import torch
import torch.nn.functional as F


class Block(torch.nn.Module):
    def __init__(self, params, n_heads):
        super().__init__()
        self.p = params
        self.n_heads = n_heads

    def ln_1(self, x):
        return F.layer_norm(x, (x.size(-1),), self.p["gamma1"], self.p["beta1"], 1e-5)

    def ln_2(self, x):
        return F.layer_norm(x, (x.size(-1),), self.p["gamma2"], self.p["beta2"], 1e-5)

    def attn(self, x):
        B, T, C = x.size()
        hs = C // self.n_heads
        q = (x @ self.p["w_q"]).view(B, T, self.n_heads, hs).transpose(1, 2)
        k = (x @ self.p["w_k"]).view(B, T, self.n_heads, hs).transpose(1, 2)
        v = (x @ self.p["w_v"]).view(B, T, self.n_heads, hs).transpose(1, 2)
        att = (q @ k.transpose(-2, -1)) * (1.0 / hs**0.5)
        bias = torch.tril(torch.ones(T, T), diagonal=-1).view(1, 1, T, T)
        att = att.masked_fill(bias == 0, -1e9)
        att = F.softmax(att, dim=-1)
        y = att @ v
        y = y.transpose(1, 2).contiguous().view(B, T, C)
        return y @ self.p["w_o"]

    def mlp(self, x):
        return F.gelu(x @ self.p["w1"] + self.p["b1"]) @ self.p["w2"] + self.p["b2"]

    def forward(self, x):
        x = x + self.attn(self.ln_1(x))
        x = x + self.mlp(self.ln_2(x))
        return x


def gpt_forward(ids, params, *, n_heads):
    T = ids.size(1)
    if T > params["pos"].size(0):
        raise ValueError(f"cannot forward a sequence of length {T}")
    positions = torch.arange(0, T, device=ids.device)
    x = F.embedding(ids, params["tok"]) + F.embedding(positions, params["pos"])
    for p in params["blocks"]:
        x = Block(p, n_heads)(x)
    x = F.layer_norm(x, (x.size(-1),), params["gamma_f"], params["beta_f"])
    logits = F.linear(x, params["tok"])
    return logits
