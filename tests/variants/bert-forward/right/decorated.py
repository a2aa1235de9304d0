# tfmdrill: bert-forward (torch)
import torch
import torch.nn.functional as F


def sublayer(gamma, beta):
    def wrap(f):
        def run(x, p, norm, *rest):
            ln = lambda t: F.layer_norm(t, t.shape[-1:], p[gamma], p[beta])
            return ln(x + f(x, p, *rest)) if norm == "post" else x + f(ln(x), p, *rest)

        return run

    return wrap


@sublayer("gamma1", "beta1")
def attention(x, p, h, bias, alive):
    split = lambda t: torch.stack(t.chunk(h, dim=-1), dim=1)
    q, k, v = split(x @ p["w_q"]), split(x @ p["w_k"]), split(x @ p["w_v"])
    w = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5 + bias, dim=-1) * alive
    return torch.cat((w @ v).unbind(1), dim=-1) @ p["w_o"]


@sublayer("gamma2", "beta2")
def mlp(x, p):
    return F.gelu(x @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]


def transformer_block(x, params, *, n_heads, norm="pre", causal=True, key_mask=None):
    n = x.shape[1]
    keep = torch.ones(x.shape[0], 1, n, n, dtype=torch.bool)
    if causal:
        keep &= torch.arange(n)[:, None] >= torch.arange(n)
    if key_mask is not None:
        keep &= key_mask.reshape(-1, 1, 1, n)
    bias = x.new_zeros(keep.shape).masked_fill(~keep, torch.finfo(x.dtype).min / 4)
    x = attention(x, params, norm, n_heads, bias, keep.any(-1, keepdim=True))
    return mlp(x, params, norm)


def bert_forward(ids, segment_ids, attention_mask, params, *, n_heads):
    import functools

    n = ids.shape[1]
    first, second = params["seg"].unbind(0)
    segment = torch.where(segment_ids.bool()[..., None], second, first)
    x = (
        params["tok"].index_select(0, ids.reshape(-1)).view(*ids.shape, -1)
        + segment
        + params["pos"][:n]
    )
    x = F.layer_norm(x, x.shape[-1:], params["gamma_e"], params["beta_e"])
    run = functools.partial(
        transformer_block, n_heads=n_heads, norm="post", causal=False, key_mask=attention_mask
    )
    return functools.reduce(run, params["blocks"], x)
