# tfmdrill: bpe-decode (text)
from itertools import chain
from functools import partial


def _bytes_of(merges, i):
    if i < 0 or i > 255 + len(merges):
        raise ValueError(f"no token {i}")
    yield from (bytes([i]) if i <= 255 else b"".join(merges[i - 256]))


bpe_decode = lambda ids, merges: bytes(
    chain.from_iterable(map(partial(_bytes_of, merges), ids))
).decode("utf-8", "replace")
