# tfmdrill: attention-backward (numpy)
import numpy as np


def attention_backward(q, k, v, grad_out, **unused):
    front = q.shape[:-2]
    flat = [np.ascontiguousarray(a).reshape(-1, *a.shape[-2:]) for a in (q, k, v, grad_out)]
    scale = flat[0].dtype.type(q.shape[-1] ** -0.5)
    results = ([], [], [])
    for qb, kb, vb, gb in zip(*flat):
        s = qb.dot(kb.T) * scale
        p = np.exp(s - s.max(1)[:, None])
        p /= p.sum(1)[:, None]
        dp = gb.dot(vb.T)
        ds = (dp - (dp * p).sum(1)[:, None]) * p * scale
        for got, value in zip(results, (ds.dot(kb), ds.T.dot(qb), p.T.dot(gb))):
            got.append(value)
    return tuple(np.asarray(r).reshape(*front, *r[0].shape) for r in results)
