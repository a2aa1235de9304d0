# tfmdrill: attention-backward (numpy)
import numpy as np

T = lambda a: np.swapaxes(a, -2, -1)


def product_backward(a, b, dc):
    return dc @ T(b), T(a) @ dc


def softmax(s):
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def softmax_backward(p, dp):
    d = p * dp
    return d - p * d.sum(-1, keepdims=True)


def attention_backward(q, k, v, grad_out):
    q = np.asarray(q, np.float64) * q.shape[-1] ** -0.5
    p = softmax(q @ T(k))
    dp, dv = product_backward(p, v, grad_out)
    dq, dk_t = product_backward(q, T(k), softmax_backward(p, dp))
    return dq * q.shape[-1] ** -0.5, T(dk_t), dv
