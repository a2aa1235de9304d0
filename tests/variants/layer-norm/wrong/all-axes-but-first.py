# tfmdrill: layer-norm (torch)
def layer_norm(x, gamma, beta, *, eps=1e-5):
    dims = list(range(1, x.dim()))
    mean = x.mean(dim=dims, keepdim=True)
    var = ((x - mean) ** 2).mean(dim=dims, keepdim=True)
    return (x - mean) / (var + eps) ** 0.5 * gamma + beta
