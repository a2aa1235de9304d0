# tfmdrill: dropout (torch)
def dropout(x, uniforms, *, p, training=True):
    if not training:
        return x
    mask = uniforms >= p
    return x * mask / (1 - p)
