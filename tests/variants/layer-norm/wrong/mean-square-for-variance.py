# tfmdrill: layer-norm (torch)
def layer_norm(x, gamma, beta, *, eps=1e-5):
    mean = x.mean(-1, keepdim=True)
    var = x.pow(2).mean(-1, keepdim=True)
    return gamma * (x - mean) * (var + eps).rsqrt() + beta
