# tfmdrill: bpe-encode (text)
from collections import Counter


def bpe_encode(text, merges):
    table = {}
    for i, pair in enumerate(merges):
        table.setdefault(pair, 256 + i)
    tokens = [bytes([b]) for b in text.encode("utf-8")]
    while True:
        counts = Counter(pair for pair in zip(tokens, tokens[1:]) if pair in table)
        if not counts:
            break
        (left, right), _ = counts.most_common(1)[0]
        out = []
        skip = False
        for i, token in enumerate(tokens):
            if skip:
                skip = False
            elif token == left and tokens[i + 1 : i + 2] == [right]:
                out.append(left + right)
                skip = True
            else:
                out.append(token)
        tokens = out
    ids = {a + b: n for (a, b), n in table.items()}
    return [ids.get(t, t[0]) for t in tokens]
