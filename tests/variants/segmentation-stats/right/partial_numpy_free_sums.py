# tfmdrill: segmentation-stats (text)
import itertools
import math
import re
from functools import partial


def _stats(pattern, text, merges):
    ranks = dict(zip(map(tuple, merges), itertools.count()))
    counts, sizes = [], []
    for word in pattern.findall(text):
        toks = [*map(lambda b: bytes((b,)), word.encode("utf8"))]
        while True:
            best, where = math.inf, None
            for i, p in enumerate(itertools.pairwise(toks)):
                if ranks.get(p, math.inf) < best:
                    best, where = ranks[p], i
            if where is None:
                break
            toks[where : where + 2] = [b"".join(toks[where : where + 2])]
        counts += [len(toks)]
        sizes += [sum(map(len, toks))]
    n, total = len(counts), math.fsum(counts)
    return {
        "tokens_per_word": total / n if n else 0.0,
        "bytes_per_token": math.fsum(sizes) / total if n else 0.0,
        "single_token_words": counts.count(1),
    }


segmentation_stats = partial(_stats, re.compile(" {0,1}[^ ]{1,}"))
