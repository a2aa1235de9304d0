# tfmdrill: bpe-encode (text)
import re


def encode_piece(data, ranks):
    tokens = [bytes([b]) for b in data]
    while len(tokens) > 1:
        pair = min(zip(tokens, tokens[1:]), key=lambda p: ranks.get(p, 1 << 30))
        if pair not in ranks:
            break
        out, i = [], 0
        while i < len(tokens):
            if tuple(tokens[i : i + 2]) == pair:
                out.append(pair[0] + pair[1])
                i += 2
            else:
                out.append(tokens[i])
                i += 1
        tokens = out
    return tokens


def bpe_encode(text, merges):
    ranks = {}
    for i, m in enumerate(merges):
        ranks.setdefault(m, i)
    ids = {bytes([i]): i for i in range(256)}
    ids.update({a + b: 256 + i for (a, b), i in ranks.items()})
    out = []
    for word in re.split(r"(?= )", text):
        out += [ids[t] for t in encode_piece(word.encode("utf-8"), ranks)]
    return out
