# tfmdrill: dropout (torch)
def dropout(x, uniforms, *, p, training=True):
    if training:
        x = x * (uniforms >= p)
    return x
