# tfmdrill: multi-head-attention:sequence-first (torch)
import torch


class Attention:
    def __init__(self, n_heads, causal, key_mask):
        self.h, self.causal, self.key_mask = n_heads, causal, key_mask

    def __call__(self, x, w_q, w_k, w_v, w_o):  # x (B, n, d)
        B, n, d = x.shape
        if d % self.h:
            raise ValueError("can't split")
        q, k, v = ((x @ w).view(B, n, self.h, -1).permute(0, 2, 1, 3) for w in (w_q, w_k, w_v))
        s = q @ k.mT / q.shape[-1] ** 0.5
        ok = torch.ones_like(s, dtype=torch.bool)
        if self.causal:
            ok &= torch.ones(n, n, dtype=torch.bool).tril()
        if self.key_mask is not None:
            ok &= self.key_mask[:, None, None, :]
        a = s.masked_fill(~ok, -1e30).softmax(dim=-1).masked_fill(~ok, 0)
        return (a @ v).permute(0, 2, 1, 3).flatten(2) @ w_o


def multi_head_attention(x, w_q, w_k, w_v, w_o, *, n_heads, causal=False, key_mask=None):
    attend = Attention(n_heads, causal, key_mask)
    return attend(x.transpose(0, 1).contiguous(), w_q, w_k, w_v, w_o).transpose(0, 1)
