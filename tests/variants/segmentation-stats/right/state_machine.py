# tfmdrill: segmentation-stats (text)
from __future__ import annotations

from collections.abc import Iterator


def words(text: str) -> Iterator[bytes]:
    word = ""
    for c in text:
        if c != " ":
            word += c
        else:
            if word.strip(" "):
                yield word.encode("utf-8")
            word = " "
    if word.strip(" "):
        yield word.encode("utf-8")


def count(word: bytes, merges: list[tuple[bytes, bytes]]) -> int:
    parts = [word[i : i + 1] for i in range(len(word))]
    for left, right in merges:
        i = len(parts) and 0
        while i + 1 < len(parts):
            if parts[i] == left and parts[i + 1] == right:
                parts[i] += parts.pop(i + 1)
            i += 1
    return len(parts)


def segmentation_stats(text: str, merges: list[tuple[bytes, bytes]]) -> dict[str, float]:
    table = [(w, count(w, merges)) for w in words(text)]
    tokens = sum(n for _, n in table)
    return {
        "tokens_per_word": tokens / len(table) if table else 0.0,
        "bytes_per_token": sum(len(w) for w, _ in table) / tokens if table else 0.0,
        "single_token_words": len([n for _, n in table if n == 1]),
    }
