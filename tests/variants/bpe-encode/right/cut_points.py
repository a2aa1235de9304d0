# tfmdrill: bpe-encode (text)
import functools
import warnings


def traced(f):
    @functools.wraps(f)
    def g(*args, **kw):
        warnings.warn("encoding", stacklevel=2)
        return f(*args, **kw)

    return g


@traced
def bpe_encode(text, merges):
    """Cut points instead of tokens: a boundary set that shrinks."""
    data = bytearray(text, "utf-8")
    n = len(data)
    cuts = list(range(n + 1))
    first = {}
    for i, (l, r) in enumerate(merges):
        first.setdefault((l, r), i)

    def piece(k):
        return bytes(data[cuts[k] : cuts[k + 1]])

    while len(cuts) > 2:
        ranked = [first.get((piece(k - 1), piece(k)), len(merges)) for k in range(1, len(cuts) - 1)]
        low = min(ranked)
        if low == len(merges):
            break
        kept, skip = [cuts[0]], False
        for k, rank in enumerate(ranked, 1):
            if rank == low and not skip:
                skip = True  # this cut goes; the next can't
            else:
                kept.append(cuts[k])
                skip = False
        cuts = kept + [cuts[-1]]
    names = {l + r: i for (l, r), i in first.items()}
    return [p[0] if len(p) == 1 else 256 + names[p] for p in map(piece, range(len(cuts) - 1))]
