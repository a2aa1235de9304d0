# tfmdrill: bpe-decode (text)
from __future__ import annotations


def bpe_decode(ids: list[int], merges: list[tuple[bytes, bytes]]) -> str:
    vocab: dict[int, bytes] = {i: i.to_bytes(1, "big") for i in range(256)}
    vocab.update({256 + i: b"".join(pair) for i, pair in enumerate(merges)})
    try:
        raw = b"".join(map(vocab.__getitem__, ids))
    except KeyError as e:
        raise ValueError(f"unknown id {e.args[0]}") from None
    print("decoded", len(ids), "ids")
    return str(raw, "utf-8", "replace")
