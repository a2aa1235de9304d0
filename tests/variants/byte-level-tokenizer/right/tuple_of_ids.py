# tfmdrill: byte-level-tokenizer (text)
import functools
import itertools
import warnings

import regex

_split = regex.compile(
    r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
).findall


def apply_rule(ids, rule):
    (a, b), new = rule
    it = iter(ids)
    out = []
    for x in it:
        while x == a:
            y = next(it, None)
            if y == b:
                x = new
                break
            out.append(x)
            if y is None:
                return out
            x = y
        out.append(x)
    return out


class Tokenizer:
    __slots__ = ("rules", "names", "specials", "size")

    def __init__(self, merges, special_tokens):
        warnings.warn(f"{len(special_tokens)} special tokens")
        self.names = {bytes([i]): i for i in range(256)}
        self.rules = {}
        new = itertools.count(256)
        for (left, right), i in zip(merges, new):
            self.rules.setdefault((self.names[left], self.names[right]), i)
            self.names.setdefault(left + right, i)
        self.size = 256 + len(merges)
        self.specials = tuple(special_tokens)

    def encode(self, text):
        def go(text, specials):
            if not specials:
                for word in _split(text):
                    yield from functools.reduce(apply_rule, self.rules.items(), [*word.encode()])
                return
            first, *others = specials
            for k, part in enumerate(text.split(first)):
                if k:
                    yield self.size + self.specials.index(first)
                yield from go(part, others)

        return tuple(go(text, sorted(self.specials, key=len, reverse=True)))

    def decode(self, ids):
        names = {i: t for t, i in self.names.items()}
        names.update((self.size + i, s.encode()) for i, s in enumerate(self.specials))
        data = []
        for i in ids:
            match names.get(i):
                case None:
                    raise ValueError(f"{i!r} is not a token")
                case piece:
                    data.append(piece)
        return b"".join(data).decode("utf-8", "replace")
