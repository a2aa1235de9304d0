# tfmdrill: bert-forward (torch)
import torch
import torch.nn.functional as F
from functools import partial


def _block(dtype, x, params, *, n_heads, norm="pre", causal=True, key_mask=None):
    given = x.dtype
    x, p = x.to(dtype), {k: v.to(dtype) for k, v in params.items()}
    B, n, d = x.shape

    def ln(t, which):
        return F.layer_norm(t, [d], p[f"gamma{which}"], p[f"beta{which}"])

    def attn(t):
        q, k, v = torch.einsum(
            "bni,wihc->wbhnc", t, torch.stack([p[f"w_{c}"] for c in "qkv"]).view(3, d, n_heads, -1)
        )
        keep = torch.ones(n, n).tril().bool() if causal else torch.ones(n, n).bool()
        keep = keep.expand(B, 1, n, n)
        if key_mask is not None:
            keep = keep & key_mask[:, None, None]
        empty = ~keep.any(-1, keepdim=True)
        logits = torch.einsum("bhic,bhjc->bhij", q, k) / (d / n_heads) ** 0.5
        w = torch.log_softmax(logits.masked_fill(~(keep | empty), float("-inf")), -1).exp()
        return torch.einsum(
            "bhij,bhjc,hcd->bid", w.masked_fill(empty, 0), v, p["w_o"].view(n_heads, -1, d)
        )

    def mlp(t):
        return F.gelu(t @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]

    if norm == "pre":
        x = attn(ln(x, 1)).add(x)
        x = mlp(ln(x, 2)).add(x)
    elif norm == "post":
        x = ln(attn(x).add(x), 2 - 1)
        x = ln(mlp(x).add(x), 2)
    return x.to(given)


transformer_block = partial(_block, torch.float64)


def bert_forward(ids, segment_ids, attention_mask, params, *, n_heads):
    tok, pos, seg = (params[k].double() for k in ("tok", "pos", "seg"))
    x = (
        F.one_hot(ids, len(tok)).double() @ tok
        + F.one_hot(segment_ids, 2).double() @ seg
        + pos[: ids.shape[1]]
    )
    x = F.layer_norm(x, [tok.shape[1]], params["gamma_e"].double(), params["beta_e"].double())
    for p in params["blocks"]:
        x = transformer_block(
            x, p, n_heads=n_heads, norm="post", causal=False, key_mask=attention_mask
        )
    return x.to(params["tok"].dtype)
