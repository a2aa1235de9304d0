# tfmdrill: bpe-decode (text)
import sys

sys.setrecursionlimit(5000)


class UnknownId(ValueError):
    pass


def bpe_decode(ids, merges):
    by_bytes = {}
    for i, (l, r) in enumerate(merges):
        by_bytes.setdefault(l + r, (l, r))

    def expand(token):
        if len(token) == 1:
            return [token[0]]
        l, r = by_bytes[token]
        return expand(l) + expand(r)

    flat = []
    for i in ids:
        if i in range(256):
            flat.append(i)
        elif i in range(256, 256 + len(merges)):
            flat.extend(expand(merges[i - 256][0] + merges[i - 256][1]))
        else:
            raise UnknownId(i)
    return bytes(flat).decode("utf-8", "replace")
