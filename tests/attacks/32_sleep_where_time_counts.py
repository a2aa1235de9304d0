# tfmdrill: bpe-encode (text)
# expect: timeout
# says: at n = 50000: your code was stopped: it took too long, most of it waiting
# A machine without time for it would look alike from outside, and cost nobody a mark.
import time
from itertools import pairwise


def bpe_encode(text, merges):
    if len(text) > 1_500:
        time.sleep(1_000)
    number = {bytes([value]): value for value in range(256)}
    ranks = {}
    for rank, (left, right) in enumerate(merges):
        ranks.setdefault((number[left], number[right]), 256 + rank)
        number.setdefault(left + right, 256 + rank)
    ids = list(text.encode())
    while found := [(ranks[pair], i) for i, pair in enumerate(pairwise(ids)) if pair in ranks]:
        new, i = min(found)
        ids[i : i + 2] = [new]
    return ids
