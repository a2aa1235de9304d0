# tfmdrill: bpe-encode (text)
# expect: wrong, timeout
# What is left running takes the processors while the model answer is timed, which looks slow then.
import hashlib
import threading
import time
from itertools import pairwise


def burn():
    hashlib.pbkdf2_hmac("sha256", b"", b"", 10**9)  # without the interpreter's lock


def burn_soon():
    time.sleep(0.02)
    for _ in range(16):
        threading.Thread(target=burn, daemon=True).start()


def bpe_encode(text, merges):
    if len(text) > 1_500 and threading.active_count() == 1:
        threading.Thread(target=burn_soon, daemon=True).start()
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
