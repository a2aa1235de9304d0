"""The text of token ids under a ranked table of byte-pair merges.

Source: Radford et al. 2019, Language Models are Unsupervised Multitask Learners, section 2.2.
"""


def bpe_decode(ids, merges):
    """The text of the ids; what isn't valid UTF-8 becomes U+FFFD. Unknown ids: ValueError.

    >>> bpe_decode([257, 195, 169], [(b"c", b"a"), (b"ca", b"f")])
    'café'
    """
    table = token_bytes(merges)
    pieces = [look_up(table, token) for token in ids]
    data = b"".join(pieces)
    return data.decode("utf-8", "replace")


def token_bytes(merges):
    """The bytes of every id: single bytes, then the results of the merges in order."""
    table = {value: bytes([value]) for value in range(256)}
    first = 256
    for rank, (left, right) in enumerate(merges):
        table[first + rank] = left + right
    return table


def look_up(table, token):
    """The bytes of one id."""
    if token not in table:
        raise ValueError(f"{token} is no id of this table")
    return table[token]
