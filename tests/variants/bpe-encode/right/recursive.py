# tfmdrill: bpe-encode (text)
import sys

sys.setrecursionlimit(20000)


def _encode(tokens, ranks):
    pairs = {p: ranks[p] for p in zip(tokens, tokens[1:]) if p in ranks}
    if not pairs:
        return tokens
    best = min(pairs, key=pairs.get)

    def join(rest):
        out = []
        it = iter(rest)
        held = next(it)
        for t in it:
            if held is not None and (held, t) == best:
                out.append(held + t)
                held = next(it, None)
                if held is None:
                    return out
            else:
                out.append(held)
                held = t
        return out + [held]

    return _encode(join(tokens), ranks)


def bpe_encode(text, merges):
    ranks = {pair: i for i, pair in reversed(list(enumerate(merges)))}
    to_id = {a + b: 256 + i for (a, b), i in ranks.items()}
    to_id.update({bytes([i]): i for i in range(256)})
    tokens = tuple(text.encode("utf-8")[i : i + 1] for i in range(len(text.encode("utf-8"))))
    return list(map(to_id.__getitem__, _encode(list(tokens), ranks)))
