# tfmdrill: attention-backward (numpy)
import numpy as np


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def softmax_grad(p, dp):
    return p * (dp - np.sum(dp * p, axis=-1, keepdims=True))


def attention_backward(q, k, v, grad_out):
    scale = 1.0 / q.shape[-1] ** 0.5
    qk = np.einsum("...nd,...md->...nm", q, k)
    attn = softmax(qk * scale)
    grad_v = np.einsum("...nm,...nd->...md", attn, grad_out)
    grad_attn = np.einsum("...nd,...md->...nm", grad_out, k)
    grad_qk = softmax_grad(attn, grad_attn) * scale
    grad_q = np.einsum("...nm,...md->...nd", grad_qk, k)
    grad_k = np.einsum("...nm,...nd->...md", grad_qk, q)
    return grad_q, grad_k, grad_v
