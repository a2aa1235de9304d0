# tfmdrill: byte-level-tokenizer (text)
from dataclasses import dataclass, field
import regex


@dataclass
class Tokenizer:
    merges: list
    special_tokens: list
    pre: object = field(
        default=regex.compile(
            r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""
        ),
        repr=False,
    )

    def _plain(self, text):
        out = []
        for word in self.pre.findall(text):
            seq = list(word.encode("utf-8"))
            code = {bytes([i]): i for i in range(256)}
            for i, (a, b) in enumerate(self.merges):
                if a + b in code:
                    continue
                code[a + b] = 256 + i
                x, y = code[a], code[b]
                new = []
                while seq:
                    t = seq.pop(0)
                    if t == x and seq and seq[0] == y:
                        seq.pop(0)
                        t = 256 + i
                    new.append(t)
                seq = new
            out += seq
        return out

    def _split(self, text, specials):
        if not text:
            return []
        if not specials:
            return self._plain(text)
        s, *rest = specials
        head, sep, tail = text.partition(s)
        ids = self._split(head, rest)
        return (
            ids
            + [256 + len(self.merges) + self.special_tokens.index(s)]
            + self._split(tail, specials)
            if sep
            else ids
        )

    def encode(self, text):
        return self._split(text, sorted(self.special_tokens, key=len, reverse=True))

    def decode(self, ids):
        n, k = len(self.merges), len(self.special_tokens)
        data = bytearray()
        for i in ids:
            if i < 0 or i >= 256 + n + k:
                raise ValueError("id %r is unknown" % i)
            data += (
                bytes([i])
                if i < 256
                else b"".join(self.merges[i - 256])
                if i < 256 + n
                else self.special_tokens[i - 256 - n].encode()
            )
        return data.decode("utf-8", "replace")
