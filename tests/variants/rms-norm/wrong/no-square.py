# tfmdrill: rms-norm (torch)
def rms_norm(x, weight, *, eps=1e-6):
    y = x.float()
    scale = y.abs().mean(-1, keepdim=True) + eps
    return (y / scale * weight).to(x.dtype)
