# tfmdrill: bpe-train (text)
from collections import Counter, defaultdict


def bpe_train(text, n_merges):
    """Incremental counts, and a plain max over the distinct pairs for each merge."""
    toks = [bytes([b]) for b in text.encode("utf-8")]
    n = len(toks)
    left, right = [i - 1 for i in range(n)], [i + 1 for i in range(n)]
    counts, at = Counter(), defaultdict(set)
    for i in range(n - 1):
        counts[toks[i], toks[i + 1]] += 1
        at[toks[i], toks[i + 1]].add(i)
    merges = []
    for _ in range(n_merges):
        if not counts:
            break
        top = max(counts.values())
        best = max(p for p, c in counts.items() if c == top)
        merges.append(best)
        x, y = best
        for i in sorted(at.pop(best)):
            if toks[i] != x or right[i] >= n or toks[right[i]] != y:
                continue
            j = right[i]
            h, k = left[i], right[j]
            if h >= 0:
                drop(counts, (toks[h], x))
                at[toks[h], x].discard(h)
                counts[toks[h], x + y] += 1
                at[toks[h], x + y].add(h)
            if k < n:
                drop(counts, (y, toks[k]))
                at[y, toks[k]].discard(j)
                counts[x + y, toks[k]] += 1
                at[x + y, toks[k]].add(i)
                left[k] = i
            toks[i], toks[j], right[i] = x + y, None, k
        counts.pop(best, None)
    return merges


def drop(counts, pair):
    counts[pair] -= 1
    if counts[pair] <= 0:
        del counts[pair]
