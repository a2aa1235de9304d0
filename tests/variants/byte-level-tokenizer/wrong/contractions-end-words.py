# tfmdrill: byte-level-tokenizer (text)
import regex
PAT = regex.compile(r"""'(?:[sdmt]|ll|ve|re)\b| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+""")
class Tokenizer:
    def __init__(self, merges, special_tokens):
        self.ranks = {}
        for i, p in enumerate(merges): self.ranks.setdefault(p, i)
        self.table = [bytes([i]) for i in range(256)] + [a + b for a, b in merges] + [s.encode() for s in special_tokens]
        self.special = {s: 256 + len(merges) + i for i, s in enumerate(special_tokens)}
        self.split = regex.compile("(" + "|".join(regex.escape(s) for s in sorted(special_tokens, key=len, reverse=True)) + ")") if special_tokens else None
    def _bpe(self, data):
        toks, ids = [bytes([c]) for c in data], [c for c in data]
        while True:
            best = min((self.ranks[p] for p in zip(toks, toks[1:]) if p in self.ranks), default=None)
            if best is None: return ids
            out, oid, i = [], [], 0
            while i < len(toks):
                if i + 1 < len(toks) and self.ranks.get((toks[i], toks[i+1])) == best:
                    out.append(toks[i] + toks[i+1]); oid.append(256 + best); i += 2
                else:
                    out.append(toks[i]); oid.append(ids[i]); i += 1
            toks, ids = out, oid
    def encode(self, text):
        out = []
        for part in (self.split.split(text) if self.split else [text]):
            if part in self.special: out.append(self.special[part])
            else:
                for w in PAT.findall(part): out += self._bpe(w.encode())
        return out
    def decode(self, ids):
        if any(not 0 <= i < len(self.table) for i in ids): raise ValueError("id")
        return b"".join(self.table[i] for i in ids).decode("utf-8", "replace")
