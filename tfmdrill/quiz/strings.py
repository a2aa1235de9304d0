"""Computed questions about tokens: byte pairs, bytes of text, sizes of vocabularies."""

import random
from collections.abc import Sequence
from itertools import pairwise

from tfmdrill.model.pack import Topic
from tfmdrill.model.quiz import Slip
from tfmdrill.quiz.kinds import Drawn, NumberKind

Pair = tuple[str, str]
# Words of several scripts, whose letters take one to four bytes of UTF-8.
WORDS = ("naïve", "größe", "москва", "αθήνα", "東京", "서울", "नमस्ते", "שלום", "🙂", "cœur")
PLAIN_WORDS = ("model", "the", "layer", "token", "of", "mask")


def _merged(pieces: Sequence[str], pair: Pair) -> list[str]:
    """The pieces with every occurrence of the pair joined, from the left."""
    joined: list[str] = []
    rest = list(pieces)
    while rest:
        if tuple(rest[:2]) == pair:
            joined.append("".join(pair))
            del rest[:2]
        else:
            joined.append(rest.pop(0))
    return joined


def _encoded(text: str, merges: Sequence[Pair]) -> list[str]:
    """BPE: the pair of the lowest rank first, at all its places, until none is left."""
    pieces = list(text)
    while True:
        here = {*pairwise(pieces)}
        pair = next((pair for pair in merges if pair in here), None)
        if pair is None:
            return pieces
        pieces = _merged(pieces, pair)


def _longest_first(text: str, merges: Sequence[Pair]) -> int:
    """How many pieces there are if the longest known one is taken each time, from the left."""
    known = {"".join(pair) for pair in merges}
    count = 0
    while text:
        length = max((n for n in range(2, len(text) + 1) if text[:n] in known), default=1)
        text, count = text[length:], count + 1
    return count


def _byte_pairs(rng: random.Random) -> Drawn:
    text = "".join(rng.choice("abc") for _ in range(rng.randint(8, 11)))
    pieces, merges = list(text), list[Pair]()
    for _ in range(4):  # pairs that occur, so that the table has something to do
        pairs = sorted({*pairwise(pieces)} - set(merges))
        if not pairs:
            break
        merges.append(rng.choice(pairs))
        pieces = _merged(pieces, merges[-1])
    rng.shuffle(merges)
    # The pieces of a pair have to be known before it.
    merges.sort(key=lambda pair: len("".join(pair)))
    tokens = _encoded(text, merges)
    one_pass = list(text)
    for pair in reversed(merges):
        one_pass = _merged(one_pass, pair)
    table = ", ".join(f"{a}+{b}" for a, b in merges)
    return Drawn(
        f"A BPE table, first merge first: {table}. Into how many tokens is {text} encoded?",
        len(tokens),
        "tokens",
        (f"{' | '.join(tokens)}: the earliest merge of the table first, wherever it fits.",),
        (
            Slip(len(text), "Those are the letters: no merge was made."),
            Slip(_longest_first(text, merges), "That takes the longest token from the left; BPE "
                 "goes by the order of the table."),
            Slip(len(one_pass), "That makes the last merge of the table first."),
            Slip(len(tokens) - 1, "That has one merge too many: each counts only where both its "
                 "parts stand side by side."),
            Slip(len(tokens) + 1, "That has a merge too few: each is made at all its places, and "
                 "merges of merges follow."),
        ),
    )  # fmt: skip


def _utf8(rng: random.Random) -> Drawn:
    words = [rng.choice(PLAIN_WORDS), *rng.sample(WORDS, 2)]
    rng.shuffle(words)
    text = " ".join(words)
    value = len(text.encode("utf-8"))
    parts = " + ".join(str(len(word.encode("utf-8"))) for word in words)
    return Drawn(
        f"A byte-level tokenizer knows no merge that applies to this text: {text!r}. Into how many "
        "tokens is it encoded?",
        value,
        "tokens",
        (f"One a byte of UTF-8: {parts} and 2 spaces, {value} in all.",),
        (
            Slip(len(text), "Those are the characters; outside ASCII each takes two to four "
                 "bytes."),
            Slip(len(words), "Those are the words."),
            Slip(value - 2, "That leaves out the spaces, which are bytes as well."),
            Slip(2 * len(text), "Those are bytes of UTF-16."),
            Slip(len(text.encode("utf-16")), "Those are bytes of UTF-16, with its mark."),
        ),
    )  # fmt: skip


def _vocabulary(rng: random.Random) -> Drawn:
    merges = 250 * rng.randint(4, 200)
    special = rng.randint(3, 12)
    value = 256 + merges + special
    return Drawn(
        f"A byte-level BPE tokenizer has {merges} merges and {special} special tokens. How many "
        "rows must the embedding table have?",
        value,
        "rows",
        (f"256 bytes + {merges} merges + {special} special tokens = {value}.",),
        (
            Slip(merges + special, "That leaves out the 256 bytes."),
            Slip(merges + 256, "That leaves out the special tokens."),
            Slip(merges, "Those are the merges alone."),
            Slip(value - 1, "That is the greatest id; ids begin at 0."),
            Slip(value - 128, "Bytes have 256 values, not 128."),
        ),
    )


STRING_KINDS = (
    NumberKind(
        "bpe-tokens", Topic.TOKENIZATION, _byte_pairs,
        "Ids differ from those that the model was trained with, and its answers get worse without "
        "an error.",
        ("bpe-encode",),
    ),
    NumberKind(
        "utf8-tokens", Topic.TOKENIZATION, _utf8,
        "Prices and context lengths are planned by characters, and are off by two to four in "
        "other scripts.",
        ("byte-level-tokenizer", "segmentation-stats"),
    ),
    NumberKind(
        "vocabulary-rows", Topic.TOKENIZATION, _vocabulary,
        "The first special token indexes past the table: an error, or on a GPU an assertion far "
        "from its cause.",
        ("bpe-train", "bpe-decode"),
    ),
)  # fmt: skip
