"""What is asked of an answer to streaming-decoder."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from tfmdrill.grading.byte_pairs import (
    LETTERS,
    Merge,
    random_ids,
    random_letters,
    random_merges,
    random_text,
)
from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case, Subject

CUT = "characters cut by tokens"
BEGUN = "tokens that end in the beginning of a character"
INVALID = "bytes that aren't UTF-8"
TWO = "two decoders at once"

ASCII = "An ASCII byte is handed out at once"
REAL = "A U+FFFD that is in the text is handed out at once"
AS_IT_IS = "A byte order mark, line breaks and accents come out as they are, each at once"
BROKEN = "A character that breaks off at the end becomes one U+FFFD at flush"
NEVER_WAITS = "Nothing waits behind a byte that no character has"
NO_CHARACTER = "Overlong forms, surrogates and numbers above U+10FFFF are no characters"
NOTHING = "flush gives an empty text if nothing waits"
REPEATED = "A repeated line takes up its place"
SAME_BYTES = "Two lines that give the same bytes have an id each"
TOGETHER = "All pieces together are the text of all bytes"

# Characters of two, three and four bytes. All their bytes but the first are 0x90 or more, so that
# any of them may follow any first byte: where two streams get mixed up, every decoder waits alike.
LONGER = "éßñж日本語🤖🥐"
THREE_OR_FOUR = "日本語🤖🥐🦖"
# What looks like characters by the first bits of its bytes, and is none.
LOOKS_RIGHT = (
    *(b"\xc0\x80", b"\xc1\xbf"),  # overlong: two bytes for what has one
    *(b"\xe0\x80\x80", b"\xf0\x80\x80\x80"),  # overlong: three and four bytes
    *(b"\xed\xa0\x80", b"\xed\xbf\xbf"),  # the first and the last surrogate
    b"\xf4\x90\x80\x80",  # U+110000
)
NEVER = (0xC0, 0xC1, *range(0xF5, 0x100))  # bytes that no character has


def cases(draw: Draw) -> Iterator[Case]:
    """Valid streams piece by piece, streams with invalid bytes, and two streams by turns."""
    for n in ((2, 3), (4, 5), (6, 7), (8, 9)):
        yield _pieces_of(*_cut_stream(draw, draw.size("text", *n)), mode=CUT)

    for n in (1, 1, 2, 2):
        merges: list[Merge] = []
        ids: list[int] = []
        for _ in range(n):
            letters = random_letters(draw, 3)
            data = draw.choice(THREE_OR_FOUR).encode()
            at = draw.integer(1, len(data))
            for token in (letters[0].encode() + data[:at], data[at:] + letters[1].encode()):
                merges += _chain(token)
                ids.append(256 + len(merges) - 1)
            ids.append(ord(letters[2]))
        yield _pieces_of(merges, ids, mode=BEGUN)

    for n in ((1, 2), (3, 4), (5, 6), (7, 8)):
        text = random_text(draw, LETTERS, draw.size("text", *n))
        merges = random_merges(draw, (text + text + "é").encode(), draw.size("merges", 2, 4))
        ids = random_ids(draw, text.encode(), merges)
        settled: list[int] = []  # how many ids have come when all of them must be out
        for bad in (_broken_off(draw), [draw.choice((0x80, 0x9F, 0xBF))]):
            ids += bad
            ids += draw.choice((*LONGER, *"xyz")).encode()
            settled.append(len(ids))
        ids += random_ids(draw, text.encode(), merges)
        settled.append(len(ids))
        if n[0] % 4 == 1:
            ids += _broken_off(draw)
        yield Case("StreamingDecoder", (merges, ids, settled), mode=INVALID, script=_settled)

    for n in ((2, 3), (3, 4), (4, 5)):
        merges, ids = _cut_stream(draw, draw.size("first", *n))
        others, other_ids = _cut_stream(draw, draw.size("second", *n))
        yield Case("StreamingDecoder", (merges, ids, others, other_ids), mode=TWO, script=_by_turns)


def edges(draw: Draw) -> Iterator[Case]:
    """Bytes that go out at once, real and made replacement characters, and the table."""
    yield _pieces_of([], list(b"hi, you\n\t!"), title=ASCII)
    yield _pieces_of([(b"o", b"k")], [*random_text(draw, LETTERS, 4).encode(), 256], title=ASCII)
    real = "\ufffd".encode()
    yield _pieces_of([], [97, *real, 98, *real], title=REAL)
    yield _pieces_of(_chain(b"a" + real), [98, 256 + 2, 99], title=REAL)
    for end in ("\r\n", "e\u0301"):
        merges = _chain(end.encode())
        begin = f"\ufeff{draw.choice(LETTERS)}\r\u0301".encode()
        yield _pieces_of(merges, [*begin, 256 + len(merges) - 1], title=AS_IT_IS)
    for character in ("é", "日", "🥐"):
        data = character.encode()[:-1]
        yield _pieces_of([], [draw.choice(b"abc"), *data], title=BROKEN)
    yield _pieces_of([(b"a", b"b")], [], title=NOTHING)
    yield _pieces_of([(b"a", b"b")], [256, *"é".encode()], title=NOTHING)
    for _ in range(2):
        bad, letter = draw.choice(NEVER), draw.choice(b"xyz")
        ids = [bad, letter, *"é".encode(), draw.choice(NEVER), *"🥐".encode(), letter]
        case = ([], ids, [2, 4, 9, 10])
        yield Case("StreamingDecoder", case, title=NEVER_WAITS, rounding=True, script=_settled)
    for data in LOOKS_RIGHT:
        yield _looking_right(data + b"x")
    parts = [part for data in LOOKS_RIGHT for part in (b"a" + data[:1], data[1:] + b"x")]
    # What waits behind the first byte, and what a wrong answer makes of it, is its own affair.
    yield replace(_looking_right(*parts), rounding=True)
    for _ in range(2):
        a, b, c, d = (letter.encode() for letter in random_letters(draw, 4))
        merges = [(a, b), (b, c), (a, b), (c, d), (d, a)]
        yield _pieces_of(merges, [259, 257, 259], title=REPEATED)
        yield _pieces_of(merges, [257, 256, 259], title=REPEATED)
    for turn in range(2):
        a, b, c = (letter.encode() for letter in random_letters(draw, 3))
        merges = [(a, b), (b, c), (a, b + c), (a + b, c), (c, a)]
        yield _pieces_of(merges, [97 + turn, 258, 256, 259, 260][: 5 - turn], title=SAME_BYTES)


def properties(draw: Draw) -> Iterator[Case]:
    """Any bytes, valid or not."""
    for n in (12, 20):
        ids = [draw.choice((*range(97, 100), *range(128, 256))) for _ in range(n)]
        case = ([], [*"日".encode(), *ids], [])
        # When a wrong answer finds out that bytes are invalid is its own affair.
        yield Case("StreamingDecoder", case, title=TOGETHER, rounding=True, script=_settled)


def _pieces_of(merges: list[Merge], ids: list[int], *, mode: str = "", title: str = "") -> Case:
    return Case("StreamingDecoder", (merges, ids), mode=mode, title=title, script=_pieces)


def _cut_stream(draw: Draw, n: int) -> tuple[list[Merge], list[int]]:
    """A table and ids of valid UTF-8, some of whose characters come byte by byte."""
    text = random_text(draw, "ab" + LONGER, n)
    a, b = (letter.encode() for letter in random_letters(draw, 2))
    merges = random_merges(draw, text.encode(), draw.size("merges", 4, 7), start=[(a, b)])
    cut = [draw.choice(group).encode() for group in ("éßñ", "日本語", "🤖🥐")]
    first, second, third = (cut[i] for i in draw.permutation(3))
    ids = [*first, 256, *random_ids(draw, text.encode(), merges), *second, 256, *third]
    return merges, ids


def _chain(token: bytes) -> list[Merge]:
    """Merges whose last result is the token, byte after byte."""
    return [(token[:end], token[end : end + 1]) for end in range(1, len(token))]


def _looking_right(*tokens: bytes) -> Case:
    """The tokens one after another, of which those that end in x settle all before them."""
    merges = list(dict.fromkeys(line for token in tokens for line in _chain(token)))
    ids = [256 + merges.index((token[:-1], token[-1:])) for token in tokens]
    settled = [count for count, token in enumerate(tokens, 1) if token.endswith(b"x")]
    case = (merges, ids, settled)
    return Case("StreamingDecoder", case, title=NO_CHARACTER, script=_settled)


def _broken_off(draw: Draw) -> list[int]:
    """The first bytes of a character of three or four, two or more."""
    data = draw.choice(THREE_OR_FOUR).encode()
    return list(data[: draw.integer(2, len(data))])


def _pieces(subject: Subject, merges: list[Merge], ids: Sequence[int]) -> Any:
    decoder = subject.StreamingDecoder(merges)
    return [*[decoder.push(token) for token in ids], decoder.flush()]


def _settled(
    subject: Subject, merges: list[Merge], ids: Sequence[int], settled: Sequence[int]
) -> Any:
    pieces = _pieces(subject, merges, ids)
    if not all(isinstance(piece, str) for piece in pieces):
        return pieces
    out = ["".join(pieces[:count]) for count in settled]
    return {"out when a whole character has come": out, "in all": "".join(pieces)}


def _by_turns(
    subject: Subject,
    merges: list[Merge],
    ids: Sequence[int],
    others: list[Merge],
    other_ids: Sequence[int],
) -> Any:
    decoder, other = subject.StreamingDecoder(merges), subject.StreamingDecoder(others)
    first, second = [], []
    for i in range(max(len(ids), len(other_ids))):
        first += [decoder.push(token) for token in ids[i : i + 1]]
        second += [other.push(token) for token in other_ids[i : i + 1]]
    return {"first": [*first, decoder.flush()], "second": [*second, other.flush()]}
