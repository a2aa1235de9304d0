"""GPT-2's tokenizer over a table of merges: special tokens, pre-tokens, BPE with a cache."""

from itertools import pairwise

import regex

PRE_TOKEN = regex.compile(
    r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""
)


class Tokenizer:
    """Text to ids and back."""

    def __init__(self, merges, special_tokens):
        self._vocab = [bytes([value]) for value in range(256)]
        self._vocab += [left + right for left, right in merges]
        self._special_ids = {t: len(self._vocab) + i for i, t in enumerate(special_tokens)}
        self._vocab += [token.encode("utf-8") for token in special_tokens]
        self._merged = self._table(merges)
        longest_first = sorted(special_tokens, key=len, reverse=True)
        alternatives = "|".join(map(regex.escape, longest_first))
        self._special = regex.compile(f"({alternatives})") if special_tokens else None
        self._cache = {}

    @staticmethod
    def _table(merges):
        """(left id, right id) -> id of the result; ids rise with the rank."""
        number = {bytes([value]): value for value in range(256)}
        table = {}
        for new, (left, right) in enumerate(merges, start=256):
            table.setdefault((number[left], number[right]), new)
            number.setdefault(left + right, new)
        return table

    def encode(self, text):
        ids = []
        for stretch in self._special.split(text) if self._special else [text]:
            if stretch in self._special_ids:
                ids.append(self._special_ids[stretch])
            else:
                for piece in PRE_TOKEN.findall(stretch):
                    ids.extend(self._piece(piece))
        return ids

    def _piece(self, piece):
        if piece not in self._cache:
            self._cache[piece] = self._merge(list(piece.encode("utf-8")))
        return self._cache[piece]

    def _merge(self, ids):
        while True:
            found = [self._merged[pair] for pair in pairwise(ids) if pair in self._merged]
            if not found:
                return ids
            new = min(found)
            merged = []
            i = 0
            while i < len(ids):
                if i + 1 < len(ids) and self._merged.get((ids[i], ids[i + 1])) == new:
                    merged.append(new)
                    i += 2
                else:
                    merged.append(ids[i])
                    i += 1
            ids = merged

    def decode(self, ids):
        for token in ids:
            if not 0 <= token < len(self._vocab):
                raise ValueError(f"unknown id {token}, the highest is {len(self._vocab) - 1}")
        return b"".join(self._vocab[token] for token in ids).decode("utf-8", errors="replace")
