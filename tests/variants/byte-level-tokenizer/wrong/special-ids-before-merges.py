# tfmdrill: byte-level-tokenizer (text)
import regex as re

GPT2 = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""


class Tokenizer:
    def __init__(self, merges, special_tokens):
        self.vocab = {i: bytes([i]) for i in range(256)}
        self.ranks = {}
        for i, (a, b) in enumerate(merges):
            self.vocab[256 + len(special_tokens) + i] = a + b
            if (a, b) not in self.ranks:
                self.ranks[a, b] = i
        self.specials = {}
        for i, s in enumerate(special_tokens):
            self.specials[s] = 256 + i
            self.vocab[256 + i] = s.encode("utf-8")
        self.inverse = {}
        for i, b in self.vocab.items():
            self.inverse.setdefault(b, i)

    def bpe(self, word):
        tokens = [bytes([b]) for b in word.encode("utf-8")]
        while len(tokens) > 1:
            pair = min(zip(tokens, tokens[1:]), key=lambda p: self.ranks.get(p, float("inf")))
            if pair not in self.ranks:
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
        return [t[0] if len(t) == 1 else 256 + len(self.specials) + self.rank_of(t) for t in tokens]

    def rank_of(self, token):
        return next(r for (a, b), r in self.ranks.items() if a + b == token)

    def split(self, text):
        if not self.specials:
            return [text]
        specials = sorted(self.specials, key=len, reverse=True)
        return re.split("(" + "|".join(re.escape(s) for s in specials) + ")", text)

    def encode(self, text):
        ids = []
        for part in self.split(text):
            if part in self.specials:
                ids.append(self.specials[part])
            else:
                for word in re.findall(GPT2, part):
                    ids.extend(self.bpe(word))
        return ids

    def decode(self, ids):
        data = b""
        for i in ids:
            if i not in self.vocab:
                raise ValueError(f"unknown id {i}")
            data += self.vocab[i]
        return data.decode("utf-8", errors="replace")
