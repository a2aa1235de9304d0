# tfmdrill: bpe-encode (text)
import sys


def bpe_encode(text, merges):
    first = {}
    for i, p in enumerate(merges):
        first.setdefault(p, 256 + i)
    names = {bytes([i]): i for i in range(256)}
    names.update({p[0] + p[1]: n for p, n in first.items()})
    order = {(names[a], names[b]): n for (a, b), n in first.items()}

    def go(seq):
        present = {p for p in zip(seq, seq[1:]) if p in order}
        if not present:
            return seq
        pair = min(present, key=order.__getitem__)
        res = []
        stack = seq[::-1]
        while stack:
            t = stack.pop()
            if stack and t == pair[0] and stack[-1] == pair[1]:
                stack.pop()
                t = order[pair]
            res.append(t)
        return go(res)

    print("merging", len(text), file=sys.stderr)
    return go(list(text.encode()))
