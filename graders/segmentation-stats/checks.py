"""What is asked of an answer to segmentation-stats."""

from collections.abc import Iterator, Sequence
from typing import Any

from tfmdrill.grading.byte_pairs import Merge, random_letters, random_merges, random_text
from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case, Subject

WORDS = "words with single spaces"
SPARE = "spaces that belong to no word"
SCRIPTS = "other scripts"
BREAKS = "tabs and line breaks"
RUN = "a run of one letter, merged pair by pair from the left"

EMPTY = "A text without words gives zeros"
ONE = "A text of one word"
WHOLE = "The same word with a space and without is two different tokens"
AGAIN = "The answer depends on nothing but this text and this table"

BLANKS = ("\n", "\t", "\r\n", "\u00a0", "\u3000")
RATIOS = ("tokens_per_word", "bytes_per_token")


def cases(draw: Draw) -> Iterator[Case]:
    """Words that repeat, under tables with merges inside words, with their space, and across."""
    for n in ((5, 6), (7, 8), (9, 10), (11, 13)):
        letters = random_letters(draw, 3)
        words, rivals = _rivals(_words(draw, letters, draw.size("words", *n)), letters)
        yield _case(" ".join(words), _table(draw, words, rivals), WORDS)

    for n in ((4, 5), (6, 7), (8, 9), (10, 11)):
        words = _words(draw, random_letters(draw, 3), draw.size("words", *n))
        gaps = [" " * draw.integer(1, 4) for _ in words[2:]]
        text = words[0] + "  " + "".join(w + g for w, g in zip(words[1:], gaps, strict=False))
        start, end = (" " * draw.integer(1, 3) for _ in range(2))
        yield _case(start + text + words[-1] + end, _table(draw, words), SPARE)

    for characters in (("e\u0301", "ñ", "u\u0308"), "日本語", ("ae\u0301", "日", "🤖")):
        words = _words(draw, characters, draw.size("words", 5, 9))
        yield _case(" ".join(words), _table(draw, words), SCRIPTS)

    for n in ((4, 5), (6, 7), (8, 9)):
        words = _words(draw, random_letters(draw, 3), draw.size("words", *n))
        broken = [f"{words[0]}{draw.choice(BLANKS)}{words[1]}", draw.choice(BLANKS) + words[2]]
        text = " ".join([words[0], *broken, *words])
        yield _case(text, _table(draw, words), BREAKS)

    for n in (6, 7):
        letter, other = random_letters(draw, 2)
        a = letter.encode()
        arguments = (f"{letter * n} {other}", [(a, a), (a + a, a)])
        # Neither ratio is whole: the call is compared as it is, and what becomes of its arguments.
        yield Case("segmentation_stats", arguments, mode=RUN)


def edges(draw: Draw) -> Iterator[Case]:
    """No words, one word, and a word with and without its space."""
    words = _words(draw, random_letters(draw, 3), 6)
    table = _table(draw, words)
    for text in ("", " ", "   "):
        yield _edge(text, table, EMPTY)
    for text in (words[0], " " + words[1]):
        yield _edge(text, table, ONE)
    for _ in range(2):
        a, b, c = (letter.encode() for letter in random_letters(draw, 3))
        word = (a + b + c).decode()
        merges = [(a, b), (a + b, c)]
        if draw.choice((True, False)):
            merges.append((b" ", a + b + c))
        yield _edge(f"{word} {word} {word.title()} {word[:2]}", merges, WHOLE)


def properties(draw: Draw) -> Iterator[Case]:
    """Two texts by turns."""
    texts, tables = [], []
    for n in (5, 7):
        words = _words(draw, random_letters(draw, 3), n)
        texts.append(" ".join(words))
        tables.append(_table(draw, words))
    arguments = (texts, tables)
    yield Case("segmentation_stats", arguments, title=AGAIN, script=_by_turns)


def _case(text: str, merges: list[Merge], mode: str) -> Case:
    return Case("segmentation_stats", (text, merges), mode=mode, script=_stats)


def _edge(text: str, merges: list[Merge], title: str) -> Case:
    return Case("segmentation_stats", (text, merges), title=title, script=_stats)


def _words(draw: Draw, characters: Sequence[str], n: int) -> list[str]:
    """n words; the second and the last are the same, and one has a single character."""
    words = [random_text(draw, characters, draw.integer(2, 6)) for _ in range(n - 1)]
    words[draw.integer(2, n - 1)] = draw.choice(characters)
    return [*words, words[1]]


def _rivals(words: Sequence[str], letters: Sequence[str]) -> tuple[list[str], list[Merge]]:
    """The words with two before them that hang on the order of merging, and the merges for it.

    Rank cuts abc into a bc and bca into bc a; the longest match leaves both whole, and merging
    from the left the first.
    """
    a, b, c = (letter.encode() for letter in letters)
    merges = [(b, c), (a, b), (a + b, c), (c, a), (b, c + a)]
    return [(a + b + c).decode(), words[1], (b + c + a).decode(), *words[2:]], merges


def _table(draw: Draw, words: Sequence[str], start: Sequence[Merge] = ()) -> list[Merge]:
    """Merges of the words' bytes and spaces; one that crosses, and one word whole with its space.

    The whole word, the second, is put together last, from what the others leave of it.
    """
    data = " ".join(words).encode()
    end = words[0].encode()[-1:]
    start = [*start, (end, b" ")]
    merges = random_merges(draw, data, len(start) + draw.size("merges", 4, 7), start=start)
    known = {left + right for left, right in merges}
    tokens = _tokens(" " + words[1], merges)
    while len(tokens) > 1 and tokens[0] + tokens[1] not in known:
        merges.append((tokens[0], tokens[1]))
        tokens = _tokens(" " + words[1], merges)
        known.add(merges[-1][0] + merges[-1][1])
    return merges


def _tokens(word: str, merges: Sequence[Merge]) -> list[bytes]:
    """The tokens of a word: one pass for each merge, in order of rank."""
    tokens = [bytes([value]) for value in word.encode()]
    for left, right in merges:
        i = 0
        while i < len(tokens) - 1:
            if (tokens[i], tokens[i + 1]) == (left, right):
                tokens[i : i + 2] = [left + right]
            i += 1
    return tokens


def _stats(subject: Subject, text: str, merges: list[Merge]) -> Any:
    """The answer; a ratio that is whole may be an int."""
    stats = subject.segmentation_stats(text, merges)
    if not isinstance(stats, dict):
        return stats
    whole = {key: float(stats[key]) for key in RATIOS if type(stats.get(key)) is int}
    return stats | whole


def _by_turns(subject: Subject, texts: Sequence[str], tables: Sequence[list[Merge]]) -> Any:
    turns = ((0, 0), (1, 1), (0, 1), (0, 0))
    return [_stats(subject, texts[t], tables[m]) for t, m in turns]
