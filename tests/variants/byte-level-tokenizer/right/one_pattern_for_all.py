# tfmdrill: byte-level-tokenizer (text)
import regex


class Tokenizer:
    """One pattern: special tokens are its first alternatives, lookaheads keep stretches apart."""

    def __init__(self, merges, special_tokens, **options):
        self.n = 256 + len(merges)
        self.specials = {s: self.n + i for i, s in enumerate(special_tokens)}
        self.back = {i: s.encode() for s, i in self.specials.items()}
        self.back |= {256 + i: a + b for i, (a, b) in enumerate(merges)}
        self.back |= {i: bytes((i,)) for i in range(256)}
        self.order = {}
        for i, m in enumerate(merges):
            self.order.setdefault(m, i)
        names = "|".join(regex.escape(s) for s in sorted(special_tokens, key=len)[::-1])
        self.cut = regex.compile(names or r"(?!)")
        self.pre = regex.compile(
            r"(?:'[sdmt]|'ll|'ve|'re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+\Z|\s+(?=\s)|\s+"
        )

    def encode(self, text):
        out = []
        pos = 0
        while pos < len(text):
            m = self.cut.search(text, pos)
            stop = m.start() if m else len(text)
            for p in self.pre.finditer(text[pos:stop]):
                out += self.piece(p[0].encode("utf8"))
            pos = stop
            if m:
                out.append(self.specials[m[0]])
                pos = m.end()
        return out

    def piece(self, data):
        toks = [data[i : i + 1] for i in range(len(data))]
        while len(toks) > 1:
            scored = [
                (self.order[p], i) for i, p in enumerate(zip(toks, toks[1:])) if p in self.order
            ]
            if not scored:
                break
            i = min(scored)[1]
            toks = toks[:i] + [toks[i] + toks[i + 1]] + toks[i + 2 :]
        ids = {a + b: 256 + r for (a, b), r in self.order.items()}
        return [ids[t] if t in ids else t[0] for t in toks]

    def decode(self, ids):
        try:
            return b"".join([self.back[i] for i in ids]).decode("utf-8", "replace")
        except KeyError as e:
            raise ValueError(f"no token {e}") from e
