"""A byte-level BPE tokenizer with pre-tokens and special tokens.

Source: Radford et al. 2019, Language Models are Unsupervised Multitask Learners, section 2.2.
"""

from itertools import pairwise

import regex

CONTRACTIONS = r"'(?:[sdmt]|ll|ve|re)"
LETTERS = r" ?\p{L}+"
NUMBERS = r" ?\p{N}+"
OTHERS = r" ?[^\s\p{L}\p{N}]+"
SPACES = r"\s+(?!\S)|\s+"
PATTERN = "|".join([CONTRACTIONS, LETTERS, NUMBERS, OTHERS, SPACES])


class Tokenizer:
    """Bytes are 0 to 255, the result of merge i is 256 + i, special tokens follow.

    >>> tokenizer = Tokenizer([(b"a", b"b")], ["<s>"])
    >>> tokenizer.encode("ab<s>b"), tokenizer.decode([256, 257])
    ([256, 257, 98], 'ab<s>')
    """

    def __init__(self, merges, special_tokens):
        first_merge = 256
        first_special = 256 + len(merges)
        self.ranks = rank_pairs(merges)
        self.special_ids = number_specials(special_tokens, first_special)
        self.bytes_of = {value: bytes([value]) for value in range(256)}
        for rank, (left, right) in enumerate(merges):
            self.bytes_of[first_merge + rank] = left + right
        self.ids = {bytes([value]): value for value in range(256)}
        for (left, right), rank in self.ranks.items():
            self.ids[left + right] = first_merge + rank
        for token, special in self.special_ids.items():
            self.bytes_of[special] = token.encode("utf-8")

    def encode(self, text):
        """The ids of a text."""
        ids = []
        for stretch in split_specials(text, list(self.special_ids)):
            if stretch in self.special_ids:
                ids.append(self.special_ids[stretch])
                continue
            for piece in regex.findall(PATTERN, stretch):
                ids += self.encode_piece(piece)
        return ids

    def encode_piece(self, piece):
        """The ids of one pre-token."""
        tokens = bpe_tokens(piece.encode("utf-8"), self.ranks)
        return [self.ids[token] for token in tokens]

    def decode(self, ids):
        """The text of ids; unknown ones raise ValueError."""
        pieces = [self.look_up(token) for token in ids]
        return b"".join(pieces).decode("utf-8", "replace")

    def look_up(self, token):
        """The bytes of one id."""
        if token not in self.bytes_of:
            raise ValueError(f"{token} is no id of this tokenizer")
        return self.bytes_of[token]


def rank_pairs(merges):
    """The rank of each pair; a repeated pair keeps its first rank."""
    ranks = {}
    for rank, pair in enumerate(merges):
        ranks.setdefault(tuple(pair), rank)
    return ranks


def number_specials(special_tokens, first):
    """The id of each special token, in the order of the list."""
    return {token: first + i for i, token in enumerate(special_tokens)}


def split_specials(text, special_tokens):
    """The text cut before and behind each special token."""
    if not special_tokens:
        return [text]
    ordered = sorted(special_tokens, key=len, reverse=True)
    escaped = [regex.escape(token) for token in ordered]
    return regex.split("(" + "|".join(escaped) + ")", text)


def bpe_tokens(data, ranks):
    """The tokens of some bytes, merged by rank."""
    tokens = [data[i : i + 1] for i in range(len(data))]
    while True:
        known = [pair for pair in pairwise(tokens) if pair in ranks]
        if not known:
            return tokens
        tokens = merge_pair(tokens, min(known, key=ranks.get))


def merge_pair(tokens, pair):
    """All occurrences of the pair joined, left to right and without overlap."""
    left, right = pair
    merged = []
    i = 0
    while i < len(tokens):
        if tokens[i : i + 2] == [left, right]:
            merged.append(left + right)
            i += 2
        else:
            merged.append(tokens[i])
            i += 1
    return merged
