# tfmdrill: byte-level-tokenizer (text)
import abc
import codecs

import regex as rx


class Base(abc.ABC):
    def __init__(self, merges, special_tokens):
        self.merges = {}
        for i, (a, b) in enumerate(merges):
            if (a, b) not in self.merges:
                self.merges[(a, b)] = 256 + i
        self.vocab = dict(enumerate([bytes([i]) for i in range(256)] + [a + b for a, b in merges]))
        self.register(special_tokens)

    def register(self, special_tokens):
        self.special = {}
        for token in special_tokens:
            new = len(self.vocab)
            self.vocab[new] = codecs.encode(token, "utf-8")
            self.special[token] = new

    @abc.abstractmethod
    def pieces(self, text): ...

    def encode(self, text):
        ids = []
        for piece in self.pieces(text):
            if isinstance(piece, int):
                ids.append(piece)
                continue
            parts = [bytes([b]) for b in piece]
            for (a, b), _ in self.merges.items():
                k = 0
                while k < len(parts) - 1:
                    if parts[k] == a and parts[k + 1] == b:
                        parts[k : k + 2] = [a + b]
                    k += 1
            ids += [self.number(p) for p in parts]
        return ids

    def number(self, part):
        if len(part) == 1:
            return part[0]
        return next(new for (a, b), new in self.merges.items() if a + b == part)

    def decode(self, ids):
        unknown = set(ids) - self.vocab.keys()
        if unknown:
            raise ValueError(f"unknown: {sorted(unknown)}")
        return codecs.decode(b"".join(self.vocab[i] for i in ids), "utf-8", "replace")


class Tokenizer(Base):
    WORDS = rx.compile(r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+")

    def pieces(self, text):
        chunks = [text]
        for token in sorted(self.special, key=len, reverse=True):
            new = []
            for chunk in chunks:
                if isinstance(chunk, int):
                    new.append(chunk)
                    continue
                for n, part in enumerate(chunk.split(token)):
                    if n:
                        new.append(self.special[token])
                    new.append(part)
            chunks = new
        for chunk in chunks:
            if isinstance(chunk, int):
                yield chunk
            else:
                yield from (w.encode("utf-8") for w in self.WORDS.findall(chunk))
