# tfmdrill: byte-level-tokenizer (text)
from functools import cached_property, lru_cache

import regex


class Tokenizer:
    def __init__(self, merges, special_tokens):
        self.merges = tuple(merges)
        self.special_tokens = tuple(special_tokens)
        self.word = lru_cache(maxsize=1000)(self._word)  # of this object
        print("tokenizer with", len(self.table), "tokens")

    @cached_property
    def table(self):
        return [
            *(bytes([i]) for i in range(256)),
            *(l + r for l, r in self.merges),
            *(s.encode("utf-8") for s in self.special_tokens),
        ]

    @cached_property
    def splitter(self):
        parts = [
            *map(regex.escape, sorted(self.special_tokens, key=lambda s: (-len(s), s))),
        ]
        words = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
        return regex.compile("|".join(parts)) if parts else None, regex.compile(words)

    def _word(self, piece):
        ids = tuple(piece.encode())
        table = self.table
        for new in range(256, 256 + len(self.merges)):
            left, right = self.merges[new - 256]
            if table.index(left + right) != new:
                continue
            a, b, out = table.index(left), table.index(right), []
            for i in ids:
                if out and (out[-1], i) == (a, b):
                    out[-1] = new
                else:
                    out.append(i)
            ids = tuple(out)
        return ids

    def encode(self, text):
        special, words = self.splitter
        ids, at = [], 0
        for m in special.finditer(text) if special else ():
            for piece in words.findall(text[at : m.start()]):
                ids.extend(self.word(piece))
            ids.append(256 + len(self.merges) + self.special_tokens.index(m.group()))
            at = m.end()
        for piece in words.findall(text[at:]):
            ids.extend(self.word(piece))
        return ids

    def decode(self, ids):
        if any(i not in range(len(self.table)) for i in ids):
            raise ValueError("unknown id")
        return str(b"".join(map(self.table.__getitem__, ids)), "utf-8", "replace")
