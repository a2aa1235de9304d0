# tfmdrill: byte-level-tokenizer (text)
from __future__ import annotations

import heapq
from dataclasses import dataclass, field

import regex

GPT2 = regex.compile(
    r"""'(?:[sdmt]|ll|ve|re) | [ ]?\p{L}+ | [ ]?\p{N}+ | [ ]?[^\s\p{L}\p{N}]+ | \s+(?!\S) | \s+""",
    regex.VERBOSE,
)


class UnknownToken(ValueError):
    pass


@dataclass
class Tokenizer:
    merges: list[tuple[bytes, bytes]]
    special_tokens: list[str]
    table: dict[tuple[int, int], int] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        number = {bytes([i]): i for i in range(256)}
        for i, (a, b) in enumerate(self.merges):
            if a + b not in number:
                number[a + b] = 256 + i
                self.table[number[a], number[b]] = 256 + i

    def _heap(self, data: bytes) -> list[int]:
        ids: list[int | None] = list(data)
        after = list(range(1, len(data) + 1))
        before = list(range(-1, len(data) - 1))
        heap = [
            (self.table[p], i, *p) for i, p in enumerate(zip(data, data[1:])) if p in self.table
        ]
        heapq.heapify(heap)
        while heap:
            new, i, a, b = heapq.heappop(heap)
            j = after[i]
            if ids[i] != a or j >= len(ids) or ids[j] != b:
                continue
            ids[i], ids[j], after[i] = new, None, after[j]
            if after[i] < len(ids):
                before[after[i]] = i
            for x, y in ((before[i], i), (i, after[i])):
                if x >= 0 and y < len(ids) and (ids[x], ids[y]) in self.table:
                    heapq.heappush(heap, (self.table[ids[x], ids[y]], x, ids[x], ids[y]))
        return [i for i in ids if i is not None]

    def encode(self, text: str) -> list[int]:
        for special in sorted(self.special_tokens, key=len, reverse=True):
            head, found, tail = text.partition(special)
            if found:
                new = 256 + len(self.merges) + self.special_tokens.index(special)
                return self.encode(head) + [new] + self.encode(tail)
        return [i for word in GPT2.findall(text) for i in self._heap(word.encode())]

    def decode(self, ids: list[int]) -> str:
        data = bytearray()
        for i in ids:
            if i < 0:
                raise UnknownToken(i)
            try:
                data += (
                    bytes([i])
                    if i < 256
                    else b"".join(self.merges[i - 256])
                    if i < 256 + len(self.merges)
                    else self.special_tokens[i - 256 - len(self.merges)].encode()
                )
            except IndexError:
                raise UnknownToken(i) from None
        return data.decode("utf-8", "replace")
