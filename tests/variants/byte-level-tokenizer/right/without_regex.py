# tfmdrill: byte-level-tokenizer (text)
import unicodedata


def kind(c):
    if c.isspace():
        return "S"
    return {"L": "L", "N": "N"}.get(unicodedata.category(c)[0], "O")


def pretokens(text):
    """The pattern by hand: kinds of characters, no regex at all."""
    i, n = 0, len(text)
    while i < n:
        if text[i] == "'":
            short = next(
                (s for s in ("s", "d", "m", "t", "ll", "ve", "re") if text.startswith(s, i + 1)),
                None,
            )
            if short:
                yield "'" + short
                i += 1 + len(short)
                continue
        j = i + (text[i] == " " and i + 1 < n and kind(text[i + 1]) != "S")
        k = kind(text[j])
        e = j
        while e < n and kind(text[e]) == k:
            e += 1
        if k == "S" and e < n and e - i > 1:
            e -= 1
        yield text[i:e]
        i = e


class Tokenizer:
    def __init__(self, merges, special_tokens):
        self.merges, self.specials = list(merges), list(special_tokens)
        self.first = {m: i for i, m in reversed(list(enumerate(map(tuple, merges))))}
        self.where = {a + b: 256 + i for (a, b), i in self.first.items()}

    def encode(self, text):
        if not text:
            return []
        best = None
        for s in self.specials:
            at = text.find(s)
            if at >= 0 and (best is None or (at, -len(s)) < best[:2]):
                best = (at, -len(s), s)
        if best is None:
            return [i for p in pretokens(text) for i in self.bpe(p)]
        at, _, s = best
        head = [i for p in pretokens(text[:at]) for i in self.bpe(p)]
        return (
            head
            + [256 + len(self.merges) + self.specials.index(s)]
            + self.encode(text[at + len(s) :])
        )

    def bpe(self, piece):
        t = [bytes([b]) for b in piece.encode()]
        while True:
            c = [(self.first[p], k) for k, p in enumerate(zip(t, t[1:])) if p in self.first]
            if not c:
                return [self.where.get(x, x[0]) for x in t]
            _, k = min(c)
            t[k : k + 2] = [t[k] + t[k + 1]]

    def decode(self, ids):
        out = bytearray()
        n = len(self.merges)
        for i in ids:
            if 0 <= i < 256:
                out.append(i)
            elif 256 <= i < 256 + n:
                out += b"".join(self.merges[i - 256])
            elif 256 + n <= i < 256 + n + len(self.specials):
                out += self.specials[i - 256 - n].encode()
            else:
                raise ValueError(i)
        return out.decode(errors="replace")
