# tfmdrill: rms-norm (torch)
def rms_norm(x, weight, *, eps=1e-6):
    y = x.float()
    y = y / (y.square().mean(1, keepdim=True) + eps).sqrt()
    return y.to(x.dtype) * weight
