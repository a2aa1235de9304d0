# tfmdrill: beam-search (numpy)
import numpy as np


class Node:
    def __init__(self, parent, token, log_p, depth):
        self.parent, self.token, self.log_p, self.depth = parent, token, log_p, depth

    def path(self):
        node, tokens = self, []
        while node.parent is not None:
            tokens.append(node.token)
            node = node.parent
        return tokens[::-1]


def beam_search(step, prompt, *, beams, max_new, eos, length_alpha):
    root = Node(None, None, 0.0, 0)
    leaves, ended = [root], []
    for _ in range(max_new):
        contexts = np.stack([np.array([*prompt, *leaf.path()], dtype=np.int64) for leaf in leaves])
        p = np.exp(step(contexts).astype("f8"))
        p /= p.sum(axis=1, keepdims=True)
        with np.errstate(divide="ignore"):
            grown = [
                Node(leaf, token, leaf.log_p + np.log(q), leaf.depth + 1)
                for leaf, row in zip(leaves, p)
                for token, q in enumerate(row)
            ]
        ended += [g for g in grown if g.token == eos and np.isfinite(g.log_p)]
        leaves = sorted((g for g in grown if g.token != eos), key=lambda g: g.log_p)[-beams:]
    best = max(ended or leaves, key=lambda g: g.log_p / ((5 + g.depth) / 6) ** length_alpha)
    return np.concatenate([prompt, best.path()]).astype(int)
