# tfmdrill: attention-backward (torch)
import torch


def attention_backward(q, k, v, grad_out):
    c = q.size(-1) ** -0.5
    p = torch.einsum("...id,...jd->...ij", c * q, k).softmax(dim=-1)
    dv = torch.einsum("...ij,...iv->...jv", p, grad_out)
    dp = torch.einsum("...iv,...jv->...ij", grad_out, v)
    ds = c * (p * dp - p * torch.einsum("...ij,...ij->...i", p, dp).unsqueeze(-1))
    print("dS", tuple(ds.shape))
    return [
        torch.einsum("...ij,...jd->...id", ds, k),
        torch.einsum("...ij,...id->...jd", ds, q),
        dv,
    ]
