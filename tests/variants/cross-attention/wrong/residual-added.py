# tfmdrill: cross-attention (torch)
import torch


class CrossAttention:
    def __call__(self, x, context, w_q, w_k, w_v, w_o, *, n_heads, context_mask=None):
        B, n, d = x.shape
        if d % n_heads != 0:
            raise ValueError("d must be divisible")
        dh = d // n_heads
        outs = []
        for i in range(n_heads):
            sl = slice(i * dh, (i + 1) * dh)
            q, k, v = x @ w_q[:, sl], context @ w_k[:, sl], context @ w_v[:, sl]
            s = torch.bmm(q, k.transpose(1, 2)) / dh**0.5
            if context_mask is not None:
                s = s.masked_fill(~context_mask[:, None], torch.finfo(s.dtype).min)
            p = s.softmax(-1)
            if context_mask is not None:
                p = p.masked_fill(~context_mask[:, None], 0.0)
            outs.append(torch.bmm(p, v))
        return x + torch.cat(outs, -1) @ w_o


cross_attention = CrossAttention()
