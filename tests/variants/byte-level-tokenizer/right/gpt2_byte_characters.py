# tfmdrill: byte-level-tokenizer (text)
from functools import cache

import regex


@cache
def bytes_to_unicode():
    """GPT-2's printable stand-ins for bytes."""
    bs = [*range(33, 127), *range(161, 173), *range(174, 256)]
    cs = bs[:]
    n = 0
    for b in range(256):
        if b not in bs:
            bs.append(b)
            cs.append(256 + n)
            n += 1
    return dict(zip(bs, map(chr, cs)))


class Tokenizer:
    pat = regex.compile(
        r"""'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""
    )

    def __init__(self, merges, special_tokens):
        self.byte_encoder = bytes_to_unicode()
        self.byte_decoder = {c: b for b, c in self.byte_encoder.items()}
        show = lambda data: "".join(self.byte_encoder[b] for b in data)
        self.decoder = {i: self.byte_encoder[i] for i in range(256)}
        self.bpe_ranks = {}
        for i, (a, b) in enumerate(merges):
            self.decoder[256 + i] = show(a + b)
            self.bpe_ranks.setdefault((show(a), show(b)), i)
        self.encoder = {}
        for i, s in self.decoder.items():
            self.encoder.setdefault(s, i)
        self.special = {s: 256 + len(merges) + i for i, s in enumerate(special_tokens)}
        self.special_back = {i: s for s, i in self.special.items()}
        self.cache = {}

    def bpe(self, token):
        if token in self.cache:
            return self.cache[token]
        word = tuple(token)
        while len(word) > 1:
            pairs = set(zip(word, word[1:]))
            first, second = bigram = min(pairs, key=lambda p: self.bpe_ranks.get(p, float("inf")))
            if bigram not in self.bpe_ranks:
                break
            new, i = [], 0
            while i < len(word):
                if word[i] == first and i < len(word) - 1 and word[i + 1] == second:
                    new.append(first + second)
                    i += 2
                else:
                    new.append(word[i])
                    i += 1
            word = tuple(new)
        self.cache[token] = word
        return word

    def _plain(self, text):
        ids = []
        for token in self.pat.findall(text):
            token = "".join(self.byte_encoder[b] for b in token.encode("utf-8"))
            ids.extend(self.encoder[t] for t in self.bpe(token))
        return ids

    def encode(self, text):
        hits = [(text.find(s), -len(s), s) for s in self.special if s in text]
        if not hits:
            return self._plain(text)
        at, _, s = min(hits)
        return self._plain(text[:at]) + [self.special[s]] + self.encode(text[at + len(s) :])

    def decode(self, ids):
        data = bytearray()
        for i in ids:
            if i in self.special_back:
                data += self.special_back[i].encode("utf-8")
            elif i in self.decoder:
                data += bytes(self.byte_decoder[c] for c in self.decoder[i])
            else:
                raise ValueError(f"id {i}")
        return data.decode("utf-8", errors="replace")
