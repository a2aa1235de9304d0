# tfmdrill: additive-attention (torch)
import torch


def align(q, ks, w_k, v):
    s = torch.stack([torch.tanh(q + k @ w_k).dot(v) for k in ks])
    return torch.log_softmax(s, 0).exp()


def additive_attention(query, keys, w_q, w_k, v, *, key_mask=None):
    contexts, weights = [], []
    for b in range(query.shape[0]):
        seen = torch.arange(keys.shape[1])
        if key_mask is not None:
            seen = seen[key_mask[b]]
        w = keys.new_zeros(keys.shape[1])
        if len(seen):
            w = w.index_put((seen,), align(query[b] @ w_q, keys[b, seen], w_k, v))
        contexts.append(w @ keys[b])
        weights.append(w)
    return torch.stack(contexts), torch.stack(weights)
