# tfmdrill: bpe-train (text)
import heapq


def bpe_train(text, n_merges):
    # ids; names[i] are their bytes; "score" of a pair is compared only between equal counts
    names = [bytes([i]) for i in range(256)]
    ids = [*text.encode("utf-8")]
    size = len(ids)
    prv, nxt = [*range(-1, size - 1)], [*range(1, size), -1]
    table = {}
    for i in range(size - 1):
        table.setdefault((ids[i], ids[i + 1]), [0, []])
        entry = table[ids[i], ids[i + 1]]
        entry[0] += 1
        entry[1].append(i)
    pools = [(-entry[0], pair) for pair, entry in table.items()]
    heapq.heapify(pools)
    merges = []
    while len(merges) < n_merges:
        ties = []
        while pools and (not ties or pools[0][0] == ties[0][0]):
            c, pair = heapq.heappop(pools)
            if pair in table and table[pair][0] == -c and (c, pair) not in ties:
                ties.append((c, pair))
        if not ties:
            break
        c, best = max(ties, key=lambda t: (names[t[1][0]], names[t[1][1]]))
        for t in ties:
            if t[1] != best:
                heapq.heappush(pools, t)
        merges.append((names[best[0]], names[best[1]]))
        new = len(names)
        names.append(names[best[0]] + names[best[1]])
        touched = set()

        def change(pair, by, place=None):
            entry = table.setdefault(pair, [0, []])
            entry[0] += by
            if place is not None:
                entry[1].append(place)
            touched.add(pair)

        for i in sorted(table[best][1]):
            j = nxt[i]
            if ids[i] != best[0] or j < 0 or ids[j] != best[1]:
                continue
            if prv[i] >= 0:
                change((ids[prv[i]], ids[i]), -1)
                change((ids[prv[i]], new), 1, prv[i])
            k = nxt[j]
            if k >= 0:
                change((ids[j], ids[k]), -1)
                change((new, ids[k]), 1, i)
                prv[k] = i
            ids[i], ids[j], nxt[i] = new, None, k
        del table[best]
        for pair in touched:
            if pair in table:
                if table[pair][0] > 0:
                    heapq.heappush(pools, (-table[pair][0], pair))
                else:
                    del table[pair]
    return merges
