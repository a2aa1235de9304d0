"""What is asked of an answer to bpe-decode."""

from collections.abc import Iterator, Sequence

from tfmdrill.grading.byte_pairs import (
    LETTERS,
    Merge,
    random_ids,
    random_letters,
    random_merges,
    random_text,
)
from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case

EMPTY = "No ids give an empty text"
EVERY_BYTE = "Every byte has its id"
BLANKS = "White space at the ends stays"
AS_IT_IS = "A byte order mark stays, and characters aren't composed or replaced"
FIRST_LINE = "The first of two equal lines keeps its id"
SAME_BYTES = "Two lines that give the same bytes have an id each"
TOO_HIGH = "An id that is too high raises ValueError"
NEGATIVE = "A negative id raises ValueError"

LONGER = "éßñπж日本語😀🚀"  # characters of two, three and four bytes
# Overlong forms, the first and the last surrogate, and U+110000: in shape only characters.
LOOKS_RIGHT = (
    b"\xc0\x80x\xc1\xbfx\xe0\x80\x80x\xf0\x80\x80\x80x\xed\xa0\x80x\xed\xbf\xbfx\xf4\x90\x80\x80x"
)
SHAPES = "Overlong forms and surrogates are no characters"


def cases(draw: Draw) -> Iterator[Case]:
    """Merged tokens, characters cut by tokens, bytes that aren't UTF-8, and repeated lines."""
    for n_ids, n_merges in (((4, 6), (7, 8)), ((7, 9), (5, 6)), ((10, 16), (8, 12))):
        table = _table(draw, random_text(draw, LETTERS[:6], 30), draw.size("merges", *n_merges))
        inner = draw.integers(draw.size("ids", *n_ids), lo=257, hi=256 + len(table) - 1)
        yield _case([ord(draw.choice("xyz ")), *map(int, inner)], table, "merged tokens")
    table = _table(draw, random_text(draw, LETTERS[:6], 30), draw.size("merges", 5, 9))
    ends = [256, 256 + len(table) - 1]
    yield _case([*ends, ord(draw.choice("xyz")), *ends[::-1]], table, "merged tokens")

    for n in ((3, 5), (6, 8), (9, 12), (13, 16)):
        cut = draw.choice(LONGER)  # stands as single bytes, between tokens
        text = random_text(draw, "ab" + LONGER, draw.size("text", *n))
        table = _table(draw, text, draw.size("merges", 4, 7))
        ids = [*_ids(draw, text, table), *cut.encode(), *_ids(draw, text[::2], table)]
        yield _case(ids, table, "characters cut by tokens")

    for n in ((2, 3), (4, 5), (6, 8), (9, 11)):
        text = random_text(draw, LETTERS + "é日", draw.size("text", *n))
        table = _table(draw, text + text, draw.size("merges", 3, 6))
        ids = [
            *_ids(draw, text, table),
            *_broken_off(draw),
            ord(draw.choice(LETTERS)),
            draw.choice((0x80, 0xBF, 0xC0, 0xF5, 0xFE)),  # never the start of a character
            *_ids(draw, text, table),
            *(_broken_off(draw) if n[0] % 2 == 0 else ()),
        ]
        yield _case(ids, table, "bytes that aren't UTF-8")

    for n in ((2, 4), (5, 7), (8, 11)):
        table = _table(draw, random_text(draw, LETTERS[:5], 30), draw.size("merges", 6, 9))
        repeated = draw.integer(2, 4)  # the line is put in here a second time
        table.insert(repeated, table[draw.integer(0, repeated)])
        ids = draw.integers(draw.size("ids", *n), lo=256 + repeated + 1, hi=256 + len(table) - 1)
        yield _case([*map(int, ids), draw.integer(97, 123)], table, "repeated lines")


def edges(draw: Draw) -> Iterator[Case]:
    """No ids, every byte, white space, and ids that the table doesn't have."""
    text = random_text(draw, LETTERS[:4], 20)
    yield _edge([], [], EMPTY)
    yield _edge([], _table(draw, text, 3), EMPTY)
    yield _edge(list(range(128)), [(b"a", b"b")], EVERY_BYTE)
    yield _edge(list(range(128, 256)), [(b"a", b"b")], EVERY_BYTE)
    yield _edge(list(LOOKS_RIGHT), [(b"a", b"b")], SHAPES)
    for _ in range(2):
        table = _table(draw, text, draw.size("merges", 2, 4))
        yield _edge([32, 10, *_ids(draw, text, table), 9, 32], table, BLANKS)
        letter, other = random_letters(draw, 2)
        lasting = f"\ufeff{letter}\u0301{other}\u0120e\u0301\r\n\u2581"
        yield _edge([*lasting.encode(), *_ids(draw, text, table)], table, AS_IT_IS)
    for turn in range(2):
        a, b, c = (letter.encode() for letter in random_letters(draw, 3))
        table = [(a, b), (b, c), (a, b + c), (a + b, c), (c, a)]
        yield _edge([98 + turn, 256 + turn], [(a, b), (b, c), (a, b), (b, c), (c, a)], FIRST_LINE)
        yield _edge([97 + turn, 258, 256, 259, 260][: 5 - turn], table, SAME_BYTES)
    table = _table(draw, text, draw.size("merges", 3, 5))
    yield _unknown([256], [], TOO_HIGH)
    yield _unknown([97, 256 + len(table), 98], table, TOO_HIGH)
    yield _unknown([*_ids(draw, text, table), 256 + len(table) + 40], table, TOO_HIGH)
    yield _unknown([98, -1], table, NEGATIVE)
    yield _unknown([-2, 256, 99], table, NEGATIVE)


def _case(ids: Sequence[int], merges: list[Merge], mode: str) -> Case:
    return Case("bpe_decode", (list(ids), merges), mode=mode)


def _edge(ids: list[int], merges: list[Merge], title: str) -> Case:
    return Case("bpe_decode", (ids, merges), title=title)


def _unknown(ids: list[int], merges: list[Merge], title: str) -> Case:
    return Case("bpe_decode", (ids, merges), title=title, raises=ValueError)


def _table(draw: Draw, text: str, n: int) -> list[Merge]:
    return random_merges(draw, text.encode(), n)


def _ids(draw: Draw, text: str, merges: list[Merge]) -> list[int]:
    return random_ids(draw, text.encode(), merges)


def _broken_off(draw: Draw) -> list[int]:
    """The first two or three bytes of a character of three or four."""
    data = draw.choice(("日", "語", "😀", "🚀")).encode()
    return list(data[: len(data) - 1])
