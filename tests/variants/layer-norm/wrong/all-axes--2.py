# tfmdrill: layer-norm (torch)
def layer_norm(x, gamma, beta, *, eps=1e-5):
    x = x - x.mean()
    return x / (x.pow(2).mean() + eps).sqrt() * gamma + beta
