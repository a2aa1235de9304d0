# tfmdrill: rms-norm (torch)
def rms_norm(x, weight, *, eps=1e-6):
    y = x.float()
    return (y / (y.norm(dim=-1, keepdim=True) + eps) * weight).to(x.dtype)
