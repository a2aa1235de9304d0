# tfmdrill: wordpiece-encode (text)
from __future__ import annotations

import sys

sys.setrecursionlimit(4000)


def _cut(mark: str, rest: str, vocab: set[str]) -> list[str] | None:
    if not rest:
        return []
    for end in reversed(range(1, len(rest) + 1)):
        if mark + rest[:end] in vocab:
            tail = _cut("##", rest[end:], vocab)
            return None if tail is None else [mark + rest[:end]] + tail
    return None


def wordpiece_encode(word: str, vocab: set[str], *, max_chars: int = 100) -> list[str]:
    pieces = _cut("", word, vocab) if len(word) <= max_chars else None
    return ["[UNK]"] if pieces is None else pieces
