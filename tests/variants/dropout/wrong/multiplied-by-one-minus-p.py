# tfmdrill: dropout (torch)
def dropout(x, uniforms, *, p, training=True):
    if not training:
        return x
    return x * (uniforms >= p) * (1 - p)
