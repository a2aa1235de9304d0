# tfmdrill: dropout (torch)
import torch
def dropout(x, uniforms, *, p, training=True):
    if not training: return x
    if p == 0: return x
    return x * (uniforms >= p) / p
