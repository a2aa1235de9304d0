# tfmdrill: rms-norm (torch)
def rms_norm(x, weight, *, eps=1e-6):
    y = x.float()
    rms = y.pow(2).mean(-1, keepdim=True).sqrt()
    return (y / (rms + eps)).to(x.dtype) * weight
