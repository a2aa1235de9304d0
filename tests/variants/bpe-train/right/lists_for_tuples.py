# tfmdrill: bpe-train (text)
from collections import defaultdict
from functools import partial


def _train(step, text, n_merges, **options):
    data = text.encode("utf-8")
    seq = {i: data[i : i + 1] for i in range(len(data))}
    succ = {i: i + 1 for i in range(len(data) - 1)}
    pred = {i + 1: i for i in range(len(data) - 1)}
    index = defaultdict(set)
    for i, j in succ.items():
        index[seq[i], seq[j]].add(i)
    result = []
    while n_merges > len(result):
        pair = max(index, key=lambda p: (len(index[p]), p), default=None)
        if pair is None:
            return result
        result.append(list(pair))
        step(pair, seq, succ, pred, index)
    return result


def _step(pair, seq, succ, pred, index):
    new = pair[0] + pair[1]

    def remove(p, i):
        index[p].discard(i)
        if not index[p]:
            del index[p]

    for i in sorted(index[pair]):
        if i not in index.get(pair, ()):
            continue
        j = succ[i]
        h, k = pred.get(i), succ.pop(j, None)
        remove(pair, i)
        if h is not None:
            remove((seq[h], pair[0]), h) if (seq[h], pair[0]) in index else None
            index[seq[h], new].add(h)
        if k is not None:
            remove((pair[1], seq[k]), j) if (pair[1], seq[k]) in index else None
            index[new, seq[k]].add(i)
            succ[i], pred[k] = k, i
        else:
            del succ[i]
        seq[i] = new
        del seq[j], pred[j]


bpe_train = partial(_train, _step)
