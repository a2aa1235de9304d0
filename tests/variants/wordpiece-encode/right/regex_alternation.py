# tfmdrill: wordpiece-encode (text)
import re


def wordpiece_encode(word, vocab, *, max_chars=100):
    if len(word) > max_chars:
        return ["[UNK]"]

    def alternation(parts):
        # regex alternation takes the first that fits: longest first
        return "|".join(map(re.escape, sorted(parts, key=len, reverse=True))) or r"(?!)"

    first = re.compile(alternation(v for v in vocab if v and v[:2] != "##"))
    cont = re.compile(alternation(v[2:] for v in vocab if v[:2] == "##" and v[2:]))
    pieces, pos = [], 0
    while pos != len(word):
        m = (first if pos == 0 else cont).match(word, pos)
        if m is None:
            return ["[UNK]"]
        pieces.append(m.group() if pos == 0 else "##" + m.group())
        pos = m.end()
    return pieces
