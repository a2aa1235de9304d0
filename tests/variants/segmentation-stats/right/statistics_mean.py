# tfmdrill: segmentation-stats (text)
import re
from statistics import mean


def bpe(ids, table):
    while True:
        best = min((table[p] for p in zip(ids, ids[1:]) if p in table), default=None)
        if best is None:
            return ids
        out = []
        for x in ids:
            if out and table.get((out[-1], x)) == best and not fresh:
                out[-1] = best
                fresh = True
            else:
                out.append(x)
                fresh = False
        ids = out


def segmentation_stats(text, merges):
    number = {bytes([i]): i for i in range(256)}
    table = {}
    for new, (a, b) in enumerate(merges, 256):
        table[number[a], number[b]] = new
        number[a + b] = new
    words = [m.group().encode() for m in re.finditer(r"\x20?[^\x20]+", text)]
    lengths = [len(bpe(list(w), table)) for w in words]
    if not lengths:
        return dict(tokens_per_word=0, bytes_per_token=0, single_token_words=0)
    return dict(
        tokens_per_word=mean(lengths),
        bytes_per_token=len(b"".join(words)) / sum(lengths),
        single_token_words=sum(1 for n in lengths if n == 1),
    )
