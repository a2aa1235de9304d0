"""What is asked of an answer to bpe-train."""

from collections.abc import Iterator

import numpy as np

from tfmdrill.grading.byte_pairs import LETTERS, random_letters, random_text
from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case, Cost, CostKind

FEW = "few letters"
RUNS = "runs of one letter"
WORDS = "words"
SCRIPTS = "other scripts"
ALL = "more merges than there are"

EMPTY = "An empty text, and one of a single byte, have no merges"
NONE = "No merges are learnt if none are asked"
TIES = "Of equally frequent pairs the greatest is taken"
AS_IT_IS = "Capitals, white space and combining accents are bytes like any other"
OVERLAP = "aaa holds the pair (a, a) twice, and one of them is merged"
INCREMENTAL = "Learning 300 merges from 50 KB doesn't count all pairs anew each time"

MERGES = 300
VOCABULARY = 1500  # different words of the long text


def cases(draw: Draw) -> Iterator[Case]:
    """Short texts in which counts are small and often equal."""
    for n, m in (((7, 9), (3, 4)), ((12, 16), (4, 6)), ((20, 28), (7, 10)), ((40, 60), (10, 15))):
        letters = random_letters(draw, 3)
        yield _case(random_text(draw, letters, draw.size("text", *n)), draw.size("merges", *m), FEW)

    for n in ((3, 4), (5, 6), (7, 8)):
        letters = random_letters(draw, 2)
        runs = [draw.choice(letters) * draw.integer(1, 8) for _ in range(draw.size("runs", *n))]
        text = letters[0] * 5 + letters[1] * 3 + "".join(runs) + letters[0]
        yield _case(text, draw.size("merges", 4, 9), RUNS)

    for n in ((5, 7), (8, 10), (11, 14)):
        letters = random_letters(draw, 3)
        words = [random_text(draw, letters, draw.integer(1, 5)) for _ in range(4)]
        text = " ".join([*words, *[draw.choice(words) for _ in range(draw.size("words", *n))]])
        yield _case(text, draw.size("merges", 7, 15), WORDS)

    for characters in ("éñ", "日本語", "aé日🤖"):
        text = characters[:2] + random_text(draw, characters, draw.size("text", 6, 12))
        yield _case(text, draw.size("merges", 4, 11), SCRIPTS)

    for n in ((4, 6), (8, 10), (13, 16)):
        text = random_text(draw, random_letters(draw, 3), draw.size("text", *n))
        yield _case(text, 40, ALL)


def edges(draw: Draw) -> Iterator[Case]:
    """Nothing to learn from, nothing asked, ties of bytes and tokens, any text, overlaps."""
    for text, n_merges in (("", 5), (draw.choice(LETTERS), 5)):
        yield _edge(text, n_merges, EMPTY)
    for text in ("", random_text(draw, random_letters(draw, 2), 6)):
        yield _edge(text, 0, NONE)
    for size in (6, 8):
        letters = random_letters(draw, size)
        yield _edge("".join(letters), 3, TIES)
    for _ in range(2):
        # ab is learnt first; then it ties with single bytes that are greater and smaller
        a, b, c, d = sorted(random_letters(draw, 4))
        pairs = [a + b + c, d + a + b, c + d, a + b + d]
        text = a + b + "".join(pairs[i] for i in draw.permutation(4)) + c + c
        yield _edge(text, 6, TIES)
    for _ in range(2):
        words = [*random_letters(draw, 2), "A", "e\u0301"]
        a, b, c, d = (words[i] for i in draw.permutation(4))
        yield _edge(f" {a} {b}{c} {d} ", 40, AS_IT_IS)
    # What a cut into words takes for white space is its own affair, so nothing is named by this.
    text = f"\t{a}\r\n{b}  {c}\t{d}\n"
    yield Case("bpe_train", (text, 40), title=AS_IT_IS, rounding=True)
    for n in (2, 3, 5):
        a, b = random_letters(draw, 2)
        yield _edge(f"{a * n}{b}{a * 2}{b}{a}{b}{b}", 4, OVERLAP)


def costs(draw: Draw) -> Iterator[Cost]:
    """A text of words, some far more frequent than others.

    Against the heap of the model answer, answers that keep counts take 1.2 to 4.3 times as long,
    a pass over the text for each merge without counting 9 times, a count for each merge 20 to 26.
    """

    def long_text(n: int) -> Case:
        codes = draw.integers(VOCABULARY, 8, lo=0, hi=len(LETTERS))
        sizes = draw.integers(VOCABULARY, lo=2, hi=9)
        words = [
            "".join(LETTERS[c] for c in row[:size]) for row, size in zip(codes, sizes, strict=True)
        ]
        chosen = (VOCABULARY * draw.uniform(n // 3) ** 3).astype(np.int64)
        return Case("bpe_train", (" ".join(words[i] for i in chosen)[:n], MERGES))

    yield Cost(INCREMENTAL, CostKind.RATIO, long_text, sizes=(50_000,), gate=6.0)


def _case(text: str, n_merges: int, mode: str) -> Case:
    return Case("bpe_train", (text, n_merges), mode=mode)


def _edge(text: str, n_merges: int, title: str) -> Case:
    return Case("bpe_train", (text, n_merges), title=title)
