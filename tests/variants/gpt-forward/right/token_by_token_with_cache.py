# tfmdrill: gpt-forward (torch)
import torch


def gpt_forward(ids, params, *, n_heads):
    B, n = ids.shape
    if n > params["pos"].shape[0]:
        raise ValueError("too many tokens")
    P = {k: v.double() for k, v in params.items() if k != "blocks"}
    blocks = [{k: v.double() for k, v in b.items()} for b in params["blocks"]]
    ln = lambda x, g, b: (
        (x - x.mean(-1, keepdim=True))
        / torch.sqrt(x.var(-1, correction=0, keepdim=True) + 1e-5)
        * g
        + b
    )
    cache = [([], []) for _ in blocks]
    rows = []
    for t in range(n):
        x = P["tok"][ids[:, t]] + P["pos"][t]
        for b, (ks, vs) in zip(blocks, cache):
            y = ln(x, b["gamma1"], b["beta1"])
            ks.append((y @ b["w_k"]).reshape(B, n_heads, -1))
            vs.append((y @ b["w_v"]).reshape(B, n_heads, -1))
            q = (y @ b["w_q"]).reshape(B, n_heads, -1)
            K, V = torch.stack(ks, 2), torch.stack(vs, 2)
            w = torch.einsum("bhe,bhte->bht", q, K).div(q.shape[-1] ** 0.5).softmax(-1)
            x = x + torch.einsum("bht,bhte->bhe", w, V).reshape(B, -1) @ b["w_o"]
            u = ln(x, b["gamma2"], b["beta2"]) @ b["w1"] + b["b1"]
            x = x + u * torch.special.ndtr(u) @ b["w2"] + b["b2"]
        rows.append(ln(x, P["gamma_f"], P["beta_f"]) @ P["tok"].T)
    return torch.stack(rows, 1).to(params["tok"].dtype)
