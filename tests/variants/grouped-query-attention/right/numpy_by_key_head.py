# tfmdrill: grouped-query-attention (numpy)
import numpy as np

lse = np.logaddexp.reduce


class Groups:
    def __call__(self, q, k, v, *, causal=False):
        h_q, h_kv = q.shape[1], k.shape[1]
        if h_q % h_kv:
            raise ValueError(f"{h_kv} doesn't divide {h_q}")
        parts = np.split(q, h_kv, axis=1)
        done = [self.shared(part, k[:, [j]], v[:, [j]], causal) for j, part in enumerate(parts)]
        return np.concatenate(done, axis=1)

    def shared(self, q, k, v, causal):
        n, m = q.shape[2], k.shape[2]
        s = q @ np.swapaxes(k, 2, 3) / float(q.shape[3]) ** 0.5
        if causal:
            s = s + np.triu(np.full((n, m), -1e30, dtype=s.dtype), m - n + 1)
        p = np.exp(s - lse(s, axis=-1, keepdims=True))
        if causal:
            p[:, :, : max(n - m, 0)] = 0.0
        return np.asfortranarray(p @ v)


grouped_query_attention = Groups()
