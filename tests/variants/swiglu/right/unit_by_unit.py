# tfmdrill: swiglu (torch)
import torch


def swiglu(x, w_gate, w_up, w_down):
    wide = x.float() if x.dtype == torch.float16 else x
    out = torch.zeros_like(wide)
    for g, u, d in zip(w_gate.unbind(1), w_up.unbind(1), w_down.unbind(0)):
        z = wide @ g.to(wide.dtype)
        hidden = z / 2 * (1 + torch.tanh(z / 2)) * (wide @ u.to(wide.dtype))
        out = out + hidden.unsqueeze(-1) * d.to(wide.dtype)
    return out.to(x.dtype)
