# tfmdrill: bpe-encode (text)
from collections import defaultdict


def bpe_encode(text, merges, **_):
    uniq = dict.fromkeys(merges)
    order = {p: merges.index(p) for p in uniq}
    toks = [text.encode()[i : i + 1] for i, _b in enumerate(text.encode())]
    for pair in sorted(order, key=order.get):
        where = defaultdict(list)
        for i, p in enumerate(zip(toks, toks[1:])):
            where[p].append(i)
        taken = -1
        for i in where.get(pair, ()):
            if i == taken:
                continue
            toks[i], toks[i + 1] = toks[i] + toks[i + 1], None
            taken = i + 1
        toks = [t for t in toks if t is not None]
    to_id = {l + r: 256 + order[l, r] for l, r in order}
    return [to_id.get(t, t[0]) for t in toks]
