# tfmdrill: dropout (torch)
def dropout(x, uniforms, *, p, training=True):
    if not training:
        return x
    if p == 1:
        return x * 0
    return x / (1 - p)
