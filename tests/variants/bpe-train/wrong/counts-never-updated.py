# tfmdrill: bpe-train (text)
def get_stats(tokens):
    counts = {}
    for pair in zip(tokens, tokens[1:]):
        counts[pair] = counts.get(pair, 0) + 1
    return counts


def merge(tokens, pair):
    new = []
    i = 0
    while i < len(tokens):
        if i < len(tokens) - 1 and (tokens[i], tokens[i + 1]) == pair:
            new.append(pair[0] + pair[1])
            i += 2
        else:
            new.append(tokens[i])
            i += 1
    return new


def bpe_train(text, n_merges):
    tokens = [bytes([b]) for b in text.encode("utf-8")]
    merges = []
    stats = get_stats(tokens)
    ranked = sorted(stats, key=lambda p: (stats[p], p), reverse=True)
    for pair in ranked[:n_merges]:
        merges.append(pair)
        tokens = merge(tokens, pair)
    return merges
