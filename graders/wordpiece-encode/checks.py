"""What is asked of an answer to wordpiece-encode."""

from collections.abc import Iterator, Sequence
from typing import Any

from tfmdrill.grading.byte_pairs import random_letters, random_text
from tfmdrill.grading.draw import Draw
from tfmdrill.model.case import Case, Subject

KNOWN = "words whose pieces are known"
UNKNOWN = "words that can't be cut"
SCRIPTS = "other scripts"
LONG = "a limit on the length"

EMPTY = "An empty word has no pieces"
WHOLE = "A word that is in the vocabulary is one piece"
LETTER = "A word of one letter"
ONLY_INSIDE = "A piece known only as a continuation doesn't begin a word, nor the other way round"
DEFAULT = "The limit is 100 characters unless another is given"
TOO_LONG_WHOLE = "A word that is too long is unknown even if the vocabulary has it whole"
TOGETHER = "The pieces of a word that can be cut spell it"

ACCENTED = "éñüçåöèî"
DECOMPOSED = "e\u0301"  # one letter to the eye, two characters
FAR = "日本語한국🤖"


def cases(draw: Draw) -> Iterator[Case]:
    """Competing pieces, dead ends, other scripts and limits, over few letters."""
    for n, rivals in (((4, 6), 0), ((7, 9), 1), ((10, 13), 0), ((14, 18), 1)):
        letters, strangers = _letters(draw)
        start, rival_pieces = _rivals(strangers)[rivals]
        rest = random_text(draw, letters, draw.size("rest", *n))
        yield _case(start + rest, _pieces(draw, rest, letters, 5) | rival_pieces, KNOWN)

    for n in ((1, 2), (3, 4), (5, 6)):
        letters, strangers = _letters(draw)
        known = random_text(draw, letters, draw.size("word", *n))
        rest = random_text(draw, letters, draw.size("rest", *n))
        vocab = _pieces(draw, known + rest, letters, 4)
        yield _case(known + strangers[0] + rest, vocab, UNKNOWN)
    for inside in (False, True):
        letters, (a, b, c, _) = _letters(draw)
        known = random_text(draw, letters, 2) if inside else ""
        vocab = _pieces(draw, known, letters, 3)
        mark = "##" if inside else ""
        yield _case(known + a + b + c, vocab | {mark + a, mark + a + b, "##" + b + c}, UNKNOWN)

    for characters in (ACCENTED, FAR, ACCENTED + FAR):
        letters = [characters[i] for i in draw.permutation(len(characters))[:3]]
        word = "".join(letters) + random_text(draw, letters, draw.size("word", 4, 9)) + DECOMPOSED
        vocab = _pieces(draw, word, [*letters, *"anucoi", *DECOMPOSED], 5)
        yield _case(word, vocab, SCRIPTS)

    for over in (0, 0, 1, 3):
        letters = [*_letters(draw)[0], draw.choice(ACCENTED)]
        word = letters[-1] + random_text(draw, letters, draw.size("word", 5, 9))
        vocab = _pieces(draw, word, letters, 4)
        yield _case(word, vocab, LONG, max_chars=len(word) - over)


def edges(draw: Draw) -> Iterator[Case]:
    """Empty, whole and tiny words, pieces on the wrong side, and limits."""
    letters, _ = _letters(draw)
    for word in ("", ""):
        yield _case(word, _pieces(draw, "".join(letters), letters, 3), title=EMPTY)
    for n in (5, 40):
        word = random_text(draw, letters, n)
        yield _case(word, _pieces(draw, word, letters, 5) | {word}, title=WHOLE)
    yield _case(letters[0], _pieces(draw, letters[0], letters, 1), title=LETTER)
    yield _case(letters[0], {"##" + letters[0], letters[1]}, title=LETTER)
    a, b, c, _ = letters
    yield _case(a + b + c, {a, b, c, "##" + a, b + c, "##" + c, "##" + b}, title=ONLY_INSIDE)
    yield _case(a + b + c, {"##" + a + b, a, a + "##", "##" + b, "##" + c}, title=ONLY_INSIDE)
    singles = _pieces(draw, "".join(letters), letters, 3)
    word = letters[0] + random_text(draw, letters, 99)
    yield _case(word, singles, title=DEFAULT)
    yield _case(word + letters[1], singles, title=DEFAULT)
    yield _case(word + letters[1], singles, title=DEFAULT, max_chars=120)
    for n, over in ((5, 1), (8, 3)):
        word = random_text(draw, letters, n)
        vocab = _pieces(draw, word, letters, 5) | {word}
        yield _case(word, vocab, title=TOO_LONG_WHOLE, max_chars=n - over)


def properties(draw: Draw) -> Iterator[Case]:
    """Nothing of a word is lost."""
    letters, _ = _letters(draw)
    word = random_text(draw, letters, draw.size("word", 20, 40))
    arguments = (word, _pieces(draw, word, letters, 12))
    yield Case("wordpiece_encode", arguments, title=TOGETHER, script=_spelt)


def _case(
    word: str, vocab: set[str], mode: str = "", *, title: str = "", max_chars: int | None = None
) -> Case:
    options = {} if max_chars is None else {"max_chars": max_chars}
    return Case("wordpiece_encode", (word, vocab), options, mode=mode, title=title)


def _letters(draw: Draw) -> tuple[list[str], list[str]]:
    """Three small letters and one of them as a capital; then four capitals that are no such."""
    letters = random_letters(draw, 7)
    return [*letters[:3], letters[0].upper()], [letter.upper() for letter in letters[3:]]


def _pieces(draw: Draw, word: str, letters: Sequence[str], n: int) -> set[str]:
    """Every letter on both sides, and n longer parts of the word on each, not the same ones."""
    parts = {word[i:j] for i in range(len(word)) for j in range(i + 2, min(i + 5, len(word)) + 1)}
    longer = sorted(parts - {word})
    order = [longer[i] for i in draw.permutation(len(longer))]
    begin = {p for p in longer if word.startswith(p) and draw.choice((True, False))}
    inside = (*letters, *order[n : 2 * n])
    return set(letters) | begin | set(order[:n]) | {"##" + p for p in inside}


def _rivals(strangers: Sequence[str]) -> tuple[tuple[str, set[str]], tuple[str, set[str]]]:
    """Beginnings of words for which ways of cutting differ, with the pieces for it.

    The first is cut in three from the left, though two would do; the second in three from the
    right, though two would do.
    """
    a, b, c, d = strangers
    singles = {a, b, c, d, "##" + b, "##" + c, "##" + d}
    word = a + b + c + d
    return (word, singles | {a + b, "##" + b + c + d}), (word, singles | {a + b + c, "##" + c + d})


def _spelt(subject: Subject, word: str, vocab: set[str]) -> Any:
    pieces = subject.wordpiece_encode(word, vocab)
    if not isinstance(pieces, list | tuple) or not all(isinstance(piece, str) for piece in pieces):
        return pieces
    return "".join(piece.removeprefix("##") for piece in pieces)
