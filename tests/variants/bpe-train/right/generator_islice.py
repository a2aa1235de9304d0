# tfmdrill: bpe-train (text)
from collections import defaultdict
from itertools import islice


def merges_of(text):
    data = text.encode("utf-8")
    tokens = [data[i : i + 1] for i in range(len(data))]
    jump = list(range(1, len(tokens) + 1))
    back = list(range(-1, len(tokens) - 1))
    count = defaultdict(int)
    starts = defaultdict(list)
    by_count = defaultdict(set)
    for i in range(len(tokens) - 1):
        p = tokens[i], tokens[i + 1]
        count[p] += 1
        starts[p].append(i)
    for p, c in count.items():
        by_count[c].add(p)

    def move(p, d):
        by_count[count[p]].discard(p)
        if not by_count[count[p]]:
            del by_count[count[p]]
        count[p] += d
        if count[p] > 0:
            by_count[count[p]].add(p)

    while by_count:
        pair = max(by_count[max(by_count)])
        yield pair
        a, b = pair
        for i in sorted(starts.pop(pair)):
            j = jump[i]
            if tokens[i] != a or j == len(tokens) or tokens[j] != b:
                continue
            h, k = back[i], jump[j]
            if h >= 0:
                move((tokens[h], a), -1)
                move((tokens[h], a + b), 1)
                starts[tokens[h], a + b].append(h)
            if k < len(tokens):
                move((b, tokens[k]), -1)
                move((a + b, tokens[k]), 1)
                starts[a + b, tokens[k]].append(i)
                back[k] = i
            tokens[i], tokens[j], jump[i] = a + b, b"", k
        move(pair, -count[pair])


def bpe_train(text, n_merges):
    return list(islice(merges_of(text), n_merges))
