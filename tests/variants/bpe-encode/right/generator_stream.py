# tfmdrill: bpe-encode (text)
from itertools import count


def _scan(ids, a, b, new):
    held = None
    for x in ids:
        if held is None:
            held = x
        elif held == a and x == b:
            yield new
            held = None
        else:
            yield held
            held = x
    if held is not None:
        yield held


def bpe_encode(text, merges):
    index = {bytes([i]): i for i in range(256)}
    stream = iter(text.encode("utf-8"))
    for (left, right), new in zip(merges, count(256)):
        if left + right in index:
            continue
        index[left + right] = new
        stream = _scan(stream, index[left], index[right], new)
    return list(stream)
