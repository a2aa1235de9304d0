# tfmdrill: bpe-decode (text)
from functools import reduce


def bpe_decode(ids, merges):
    vocab = [bytes([i]) for i in range(256)] + [a + b for a, b in merges]
    if min(ids) < 0 or max(ids) >= len(vocab):
        raise ValueError("unknown id")
    return reduce(lambda x, y: x + y, [vocab[i] for i in ids]).decode("utf-8", "replace")
