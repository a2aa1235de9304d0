"""BPE decoding: bytes of all tokens first, text at the end."""


def bpe_decode(ids, merges):
    """The text of the ids; raises ValueError for an id that the table doesn't have."""
    vocab = [bytes([value]) for value in range(256)]
    vocab += [left + right for left, right in merges]
    data = bytearray()
    for token in ids:
        if not 0 <= token < len(vocab):
            raise ValueError(f"unknown id {token}: the table has the ids 0 to {len(vocab) - 1}")
        data += vocab[token]
    return data.decode("utf-8", errors="replace")
