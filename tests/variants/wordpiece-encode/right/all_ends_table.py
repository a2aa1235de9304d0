# tfmdrill: wordpiece-encode (text)
from itertools import combinations


def wordpiece_encode(word, vocab, *, max_chars=100):
    n = len(word)
    if n > max_chars:
        return ["[UNK]"]
    furthest = {}
    for i, j in combinations(range(n + 1), 2):
        if ("##" * bool(i) + word[i:j]) in vocab:
            furthest[i] = max(j, furthest.get(i, 0))
    cuts = [0]
    while cuts[-1] != n:
        if cuts[-1] not in furthest:
            return ["[UNK]"]
        cuts.append(furthest[cuts[-1]])
    return [("##" if i else "") + word[i:j] for i, j in zip(cuts, cuts[1:])]
