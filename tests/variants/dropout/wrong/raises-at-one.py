# tfmdrill: dropout (torch)
def dropout(x, uniforms, *, p, training=True):
    if not training:
        return x
    scale = 1 / (1 - p)
    return x * (uniforms >= p) * scale
