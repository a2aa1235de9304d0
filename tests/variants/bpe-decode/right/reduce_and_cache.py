# tfmdrill: bpe-decode (text)
from functools import lru_cache, reduce


@lru_cache(maxsize=8)
def vocabulary(merges):
    return tuple(bytes([i]) for i in range(256)) + tuple(a + b for a, b in merges)


def bpe_decode(ids, merges):
    vocab = vocabulary(tuple(map(tuple, merges)))
    if any(i < 0 or i >= len(vocab) for i in ids):
        raise ValueError("unknown id")
    return reduce(lambda acc, i: acc + vocab[i], ids, bytearray()).decode("utf8", "replace")
