"""What is asked of an answer to bpe-encode."""

from collections.abc import Iterator, Sequence
from typing import Any

from tfmdrill.grading.byte_pairs import random_merges
from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case, Cost, CostKind, Subject

Merge = tuple[bytes, bytes]

EMPTY = "An empty text has no ids"
SHORT = "A text of one byte is its own id"
ONE_TOKEN = "Merging goes on until a single token is left"
NO_MERGES = "Without merges the ids are the bytes"
RUNS = "A run of one letter is merged from the left, without overlap"
OTHER_SPLIT = "Only the listed pair makes a token, not another split of the same bytes"
ANY_CHARACTER = "Any character is taken as its UTF-8 bytes"
ROUND_TRIP = "Looking the ids up again gives the bytes of the text"
NEAR_LINEAR = "Four times the text takes about four times as long"
LONG_TEXT = "A text of 50 KB takes no pass over the text for each merge made"

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def cases(draw: Draw) -> Iterator[Case]:
    """Tables drawn from the text, whose merges compete, over letters, words and other scripts."""
    for length, n_merges in (((6, 9), (3, 4)), ((12, 20), (6, 9)), ((20, 36), (8, 12))):
        text = _text(draw, _letters(draw, 3), draw.size("text", *length))
        yield _case(text, _table(draw, text, draw.size("merges", *n_merges)), "letters")

    text = _text(draw, _letters(draw, 4), draw.size("text", 90, 140))
    yield _case(text, _table(draw, text, draw.size("merges", 20, 26)), "letters")

    for n_words in ((3, 5), (6, 9), (8, 12)):
        letters = _letters(draw, 3)
        words = [_text(draw, letters, draw.integer(1, 5)) for _ in range(draw.size("n", *n_words))]
        text = " ".join(words)
        ends = [text[i - 1 : i + 1].encode() for i in range(1, len(text)) if text[i] == " "]
        across = [(end[:1], end[1:]) for end in dict.fromkeys(ends)][:2]
        yield _case(text, _table(draw, text, draw.size("merges", 7, 10), across), "words")

    for characters, whole in (("éßñ", False), ("日本語", True), ("aé日", False), ("x😀π", True)):
        text = characters[:2] + _text(draw, characters, draw.size("text", 6, 14))
        start = _whole_characters(characters) if whole else []
        n_merges = len(start) + draw.size("merges", 4, 7)
        yield _case(text, _table(draw, text, n_merges, start), "unicode")

    for length in ((5, 9), (10, 18), (20, 30)):
        *letters, other = _letters(draw, 4)
        a, b, c, d = (letter.encode() for letter in (*letters, other))
        text = "".join(letters) + _text(draw, letters, draw.size("text", *length))
        table = _table(draw, text, draw.size("merges", 6, 9), [(a, b), (b, c)])
        # the repeated pairs compete, and a pair that is sure to be merged comes after them
        table.insert(draw.integer(2, len(table)), table[0])
        table.insert(draw.integer(3, len(table)), table[1])
        yield _case(text + other + other, [*table, (d, d)], "duplicates")


def edges(draw: Draw) -> Iterator[Case]:
    """Empty and tiny texts, no merges, runs, competing splits and unusual characters."""
    text = _text(draw, _letters(draw, 3), 9)
    yield _edge("", _table(draw, text, 4), EMPTY)
    yield _edge("", [], EMPTY)

    for _ in range(2):
        text = _text(draw, _letters(draw, 3), 9)
        yield _edge(text[0], _table(draw, text, 4), SHORT)

    a, b, c = (letter.encode() for letter in _letters(draw, 3))
    yield _edge((a + b + c).decode(), [(a, b), (b, c), (a + b, c)], ONE_TOKEN)

    letters = _letters(draw, 3)
    yield _edge(_text(draw, letters, draw.size("text", 4, 9)) + "é", [], NO_MERGES)

    for odd in (3, 7):
        a, b = (letter.encode() for letter in _letters(draw, 2))
        table = [(a, a), (a + a, a), (a, b), (a + a, a + a)]
        yield _edge((a * odd + b + a * (odd + 2)).decode(), table, RUNS)

    for _ in range(2):
        letters = _letters(draw, 3)
        a, b, c = (letter.encode() for letter in letters)
        table = [(b, c), (a, b), (a + b, c), (c, a), (b + c, a)]
        text = "".join(letters) + _text(draw, letters, draw.size("text", 5, 12))
        yield _edge(text, table, OTHER_SPLIT)

    table = [(b"\r", b"\n"), (b"\xc3", b"\xbf"), (b"\x00", b"\xc3"), (b"e", b"\xcc")]
    yield _edge("\r\n\x00ÿ\x7f\te\u0301\ufffd\U0010ffff\u00a0 \n", table, ANY_CHARACTER)
    yield _edge("\tn\u0303o\r", [(b"n", b"\xcc"), (b"\x83", b"o")], ANY_CHARACTER)


def properties(draw: Draw) -> Iterator[Case]:
    """The ids hold the whole text."""
    text = _text(draw, [*_letters(draw, 2), " ", "é"], draw.size("text", 20, 40))
    arguments = (text, _table(draw, text, 9))
    yield Case("bpe_encode", arguments, title=ROUND_TRIP, script=_round_trip)


def costs(draw: Draw) -> Iterator[Cost]:
    """Near-linear in the text. A pass for each distinct merge is right: six of them here."""

    def long_text(n: int) -> Case:
        letters = _letters(draw, 8)
        a, b, c, d, e, f, *_ = (letter.encode() for letter in letters)
        table = [(a, b), (c, d), (e, f), (b, a), (a + b, c), (d, e)]
        return Case("bpe_encode", (_text(draw, letters, n), table))

    yield Cost(NEAR_LINEAR, CostKind.GROWTH, long_text, sizes=(2_000, 8_000), gate=1.5)
    # Right answers in other styles take up to 13 times as long as the heap of the model answer
    # (six passes 4 to 7 times), a pass for each of the 6,000 merges made takes hundreds of times.
    yield Cost(LONG_TEXT, CostKind.RATIO, long_text, sizes=(50_000,), gate=25.0)


def _case(text: str, merges: list[Merge], mode: str) -> Case:
    return Case("bpe_encode", (text, merges), mode=mode)


def _edge(text: str, merges: list[Merge], title: str) -> Case:
    return Case("bpe_encode", (text, merges), title=title)


def _letters(draw: Draw, n: int) -> list[str]:
    """n different letters."""
    return [LETTERS[i] for i in draw.permutation(len(LETTERS))[:n]]


def _text(draw: Draw, characters: Sequence[str], n: int) -> str:
    return "".join(draw.choice(characters) for _ in range(n))


def _table(draw: Draw, text: str, n: int, start: Sequence[Merge] = ()) -> list[Merge]:
    """`start` and then up to n merges in all, each of two tokens that touch in the text."""
    return random_merges(draw, text.encode(), n, longest=8, start=start)


def _whole_characters(characters: str) -> list[Merge]:
    """The merges that put each character together, byte after byte."""
    merges = []
    for data in (character.encode() for character in characters):
        merges += [(data[:end], data[end : end + 1]) for end in range(1, len(data))]
    return list(dict.fromkeys(merges))


def _round_trip(subject: Subject, text: str, merges: list[Merge]) -> Any:
    ids = subject.bpe_encode(text, merges)
    if not isinstance(ids, list):
        return ids
    table = {256 + i: left + right for i, (left, right) in enumerate(merges)}
    table |= {value: bytes([value]) for value in range(256)}
    return b"".join(table.get(i, b"?") for i in ids)
