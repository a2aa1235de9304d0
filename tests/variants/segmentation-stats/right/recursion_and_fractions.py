# tfmdrill: segmentation-stats (text)
import re
from fractions import Fraction
from functools import reduce


def apply(tokens, merge):
    left, right = merge
    match tokens:
        case [first, second, *rest] if first == left and second == right:
            return [left + right, *apply(rest, merge)]
        case [first, *rest]:
            return [first, *apply(rest, merge)]
        case _:
            return []


def segmentation_stats(text, merges):
    words = re.findall(" ?[^ ]+", text)
    cut = [reduce(apply, merges, [bytes([b]) for b in w.encode()]) for w in words]
    tokens = sum(len(c) for c in cut)
    ratio = lambda a, b: float(Fraction(a, b)) if b else 0.0
    return {
        "tokens_per_word": ratio(tokens, len(cut)),
        "bytes_per_token": ratio(sum(len(t) for c in cut for t in c), tokens),
        "single_token_words": [len(c) for c in cut].count(1),
    }
