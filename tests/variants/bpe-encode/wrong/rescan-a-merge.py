# tfmdrill: bpe-encode (text)
from __future__ import annotations


def bpe_encode(text: str, merges: list[tuple[bytes, bytes]]) -> list[int]:
    """Only the leftmost occurrence of the lowest rank a round."""
    ranks: dict[tuple[bytes, bytes], int] = {}
    for i, (a, b) in enumerate(merges):
        ranks[a, b] = min(i, ranks.get((a, b), i))
    parts = [c.to_bytes(1, "big") for c in text.encode("utf8")]
    inf = float("inf")
    while True:
        scored = [(ranks.get((parts[i], parts[i + 1]), inf), i) for i in range(len(parts) - 1)]
        rank, i = min(scored, default=(inf, -1))
        if rank == inf:
            break
        parts = parts[:i] + [parts[i] + parts[i + 1]] + parts[i + 2 :]
    ids = {bytes([i]): i for i in range(256)} | {a + b: 256 + r for (a, b), r in ranks.items()}
    print(f"{len(text)} characters -> {len(parts)} tokens")
    return [ids[p] for p in parts]
