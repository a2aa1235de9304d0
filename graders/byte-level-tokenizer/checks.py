"""What is asked of an answer to byte-level-tokenizer."""

from collections.abc import Iterator, Sequence
from typing import Any

from tfmdrill.grading.byte_pairs import Merge, random_ids, random_merges, random_text
from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case, Subject

WORDS = "words and punctuation"
SIGNS = "contractions and numbers"
SCRIPTS = "other scripts"
BLANKS = "white space"
SPECIALS = "special tokens"
DECODE = "decoding"

EMPTY = "An empty text has no ids, and no ids are an empty text"
NO_SPECIALS = "A tokenizer without special tokens"
REPEATED = "A repeated line takes up its place"
INSIDE = "A special token is found inside a word and behind a space"
NUMBERS = "Numbers are more than digits"
INVALID = "Bytes that aren't UTF-8 are replaced"
TOO_HIGH = "An id that is too high raises ValueError"
NEGATIVE = "A negative id raises ValueError"
TWO = "Two tokenizers share nothing"
TRIP = "decode(encode(text)) is the text"

PLAIN = "abcfghijknopquwxyz"  # letters of no contraction
DIGITS = "123456789"
# Overlong forms, the first and the last surrogate, and U+110000: in shape only characters.
LOOKS_RIGHT = (
    b"\xc0\x80x\xc1\xbfx\xe0\x80\x80x\xf0\x80\x80\x80x\xed\xa0\x80x\xed\xbf\xbfx\xf4\x90\x80\x80x"
)
SHAPES = "Overlong forms and surrogates are no characters"


def cases(draw: Draw) -> Iterator[Case]:
    """Texts whose pre-tokens show in the ids, since merges reach over their borders."""
    for n in (3, 5, 7):
        letters = _letters(draw, 3)
        start, words = _rivals(letters), _words(draw, letters, n)
        a, b, c = letters
        text = f"{a}{words[0]} " + " ".join([*words, words[0], f"{a}{words[1]}"]) + f", {words[1]}."
        text += f" {b}{c}{a}"  # rank, place and length cut it differently
        start += _pairs(f" {a}", f"{words[0][-1]} ", ", ", f",{words[1][0]}", f"{words[1][-1]}.")
        yield _encoding(text, _table(draw, text, start, 4), [], WORDS)

    for n in (1, 2, 3):
        letters = _letters(draw, 3)
        words, number = _words(draw, letters, n + 2), random_text(draw, DIGITS, 4 + n)
        w, last = words[0], words[0][-1]
        text = f"{w}'ll {w}'t{w}\u2019t {w.upper()}'LL {number} {w}{number}_{w} '{' '.join(words)}'"
        start = [(b"l", b"l"), (b"'", b"ll"), (b"L", b"L"), (b"'", b"LL"), (b"'", b"t")]
        start += _pairs(
            f"{last}'", f"{last}{number[0]}", number[2:4], f"_{w[0]}", f"{number[-1]}_", "\u2019t"
        )
        yield _encoding(text, _table(draw, text, start, 3), [], SIGNS)

    for characters in ("éñü", "日本語", "aéж"):
        words = [*_words(draw, characters, 2), "ca" + random_text(draw, characters, 2)]
        text = " ".join([*words, words[0]]) + "! e\u0301"
        data = text.encode()
        borders = _pairs("e\u0301", f"a{words[2][2]}", f"{words[0][-1]}!")
        start = list(dict.fromkeys([(data[1:2], data[2:3]), *borders]))
        yield _encoding(text, random_merges(draw, data, 14, start=start), [], SCRIPTS)

    for n in (2, 3):
        letters = _letters(draw, 3)
        w, v = _words(draw, letters, 2)
        text = f"{w}{' ' * (n + 1)}{v}\n\n{w}\n {v}\t{w}{' ' * n}\n{v}\n\n{' ' * n}"
        start = _pairs("  ", f" {v[0]}", "\n\n", f"\n{w[0]}", "\n ", f"\t{w[0]}", f" {w[0]}")
        yield _encoding(text, _table(draw, text, start, 3), [], BLANKS)

    for order in ((0, 1, 2, 3), (3, 1, 0, 2), (2, 0, 3, 1)):
        letters = _letters(draw, 4)
        w, v = _words(draw, letters[:3], 2)
        short = f"<|{letters[3]}|>"
        specials = [short, f"{short}!", f"[{v.upper()}]", f"{short}!{letters[3]}"]
        parts = [w, specials[1], " ", v, specials[0], "\n", w, specials[2], specials[3], " ", v]
        text = "".join([*parts, specials[0], specials[1], w, f"[{v}]  ", specials[0]])
        table = _table(draw, text, _pairs("<|", "|>", f" {v[0]}", f">{w[0]}", "  "), 3)
        table = [*table, table[0]] if order[0] else table
        yield _encoding(text, table, [specials[i] for i in order], SPECIALS)

    for n in (3, 6):
        text = random_text(draw, "ab é日🤖", n)
        table = random_merges(draw, ("ab é日🤖" + text).encode(), 8)
        specials = ["<é>", "<|b|>"]
        ids = random_ids(draw, text.encode(), table)
        cut = list(draw.choice("é日🤖").encode())
        last = 256 + len(table)
        ids = [*cut, last + 1, *ids, last, *cut, 256 + draw.integer(0, len(table)), 104]
        yield Case("Tokenizer", (table, specials, ids), mode=DECODE, script=_decode)


def edges(draw: Draw) -> Iterator[Case]:
    """Nothing to encode, no special tokens, repeated lines, and ids that don't exist."""
    letters = _letters(draw, 3)
    table = _table(draw, "".join(letters) * 3, _pairs("".join(letters[:2])), 3)
    yield Case("Tokenizer", (table, ["<s>"], ""), title=EMPTY, script=_encode)
    yield Case("Tokenizer", (table, ["<s>"], []), title=EMPTY, script=_decode)
    text = " ".join(_words(draw, letters, 3))
    for specials in ([], ["<never>"]):
        case = (table, specials, text)
        yield Case("Tokenizer", case, title=NO_SPECIALS, script=_encode)

    for place in (2, 3):
        a, b, c, d = (letter.encode() for letter in _letters(draw, 4))
        lines: list[Merge] = [(a, b), (b, c), (c, d), (d, d)]
        lines.insert(place, lines[0])
        text = (a + b + c + b" " + d + d + c + d).decode()
        yield _encoding(text + "<s>" + text[:3], lines, ["<s>"], title=REPEATED)
        ids = [256 + 4, 256, 257, 256 + len(lines)]
        yield Case("Tokenizer", (lines, ["<s>"], ids), title=REPEATED, script=_decode)

    for n in (2, 3):
        w, v = _words(draw, letters, 2)
        special = random_text(draw, "DEF", n)
        text = f"{special}\n{special} {w}{special}{v}, {special}{w} "
        start = _pairs(f" {special[0]}", special[:2])
        yield _encoding(text, _table(draw, text, start, 2), [special], title=INSIDE)
    for sign in ("½", "²"):
        start = [*_pairs(f"!{sign}"), *_pairs(f"1{sign}")]
        text = f"!{sign} 1{sign} {letters[0]}{sign}?"
        yield _encoding(text, _table(draw, text, start, 2), [], title=NUMBERS)

    for character in "é日":
        ids = [0, 97, *character.encode()[:-1], 257, 0xFF, *character.encode()[:-1]]
        yield Case("Tokenizer", (table[:1], ["<s>"], ids), title=INVALID, script=_decode)
    known = 256 + len(table) + 1
    for title, bad in ((TOO_HIGH, known), (TOO_HIGH, known + 50), (NEGATIVE, -1), (NEGATIVE, -2)):
        case = (table, ["<s>"], [97, bad, 98])
        yield Case("Tokenizer", case, title=title, raises=ValueError, script=_decode)

    for _ in range(2):
        words = _words(draw, letters, 4)
        first = _table(draw, " ".join(words), [], 4)
        second = _table(draw, " ".join(words), _pairs(words[0][:2]), 4)
        arguments = (first, second, " ".join(words))
        yield Case("Tokenizer", arguments, title=TWO, script=_two)

    # Other mistakes meet these bytes too, and what they make of them tells nothing apart.
    case = ([(b"a", b"b")], ["<s>"], list(LOOKS_RIGHT))
    yield Case("Tokenizer", case, title=SHAPES, script=_decode, rounding=True)


def properties(draw: Draw) -> Iterator[Case]:
    """Any text comes back."""
    for specials in ([], ["<|end|>", "<|end|>\n"]):
        parts = ["a", "b", " ", "  ", "\n", "é", "日", "'s", "7", ".", "\u00a0", *specials]
        text = "\ufeffe\u0301\r\n" + random_text(draw, parts, 40)
        table = random_merges(draw, text.encode(), 12)
        yield Case("Tokenizer", (table, specials, text), title=TRIP, script=_round_trip)


def _encoding(
    text: str, merges: list[Merge], specials: list[str], mode: str = "", *, title: str = ""
) -> Case:
    case = (merges, specials, text)
    return Case("Tokenizer", case, mode=mode, title=title, script=_encode)


def _letters(draw: Draw, n: int) -> list[str]:
    """n different small letters that are in no contraction."""
    return [PLAIN[i] for i in draw.permutation(len(PLAIN))[:n]]


def _words(draw: Draw, characters: Sequence[str], n: int) -> list[str]:
    """n words of two to four characters."""
    return [random_text(draw, characters, draw.integer(2, 5)) for _ in range(n)]


def _pairs(*texts: str) -> list[Merge]:
    """A merge of the last byte of a text's first character and the first of its second."""
    pairs = [(text[0].encode()[-1:], text[1].encode()[:1]) for text in texts]
    return list(dict.fromkeys(pairs))


def _rivals(letters: Sequence[str]) -> list[Merge]:
    """Merges that compete: what is merged hangs on rank, place and length."""
    a, b, c = (letter.encode() for letter in letters[:3])
    return [(b, c), (a, b), (a + b, c), (c, a), (b, c + a)]


def _table(draw: Draw, text: str, start: Sequence[Merge], n: int) -> list[Merge]:
    """`start`, each pair once, and n more merges of bytes that touch in the text."""
    first = list(dict.fromkeys(start))
    return random_merges(draw, text.encode(), len(first) + n, start=first)


def _encode(subject: Subject, merges: list[Merge], specials: list[str], text: str) -> Any:
    return subject.Tokenizer(merges, specials).encode(text)


def _decode(subject: Subject, merges: list[Merge], specials: list[str], ids: list[int]) -> Any:
    return subject.Tokenizer(merges, specials).decode(ids)


def _round_trip(subject: Subject, merges: list[Merge], specials: list[str], text: str) -> Any:
    tokenizer = subject.Tokenizer(merges, specials)
    return tokenizer.decode(tokenizer.encode(text))


def _two(subject: Subject, first: list[Merge], second: list[Merge], text: str) -> Any:
    one, other = subject.Tokenizer(first, ["<s>"]), subject.Tokenizer(second, [])
    ids = [one.encode(text), other.encode(text), one.encode(text)]
    return {"ids": ids, "text": [one.decode([256]), other.decode([256])]}
