"""Making text that others wrote harmless to look at: what it does to a terminal becomes visible."""

import unicodedata

# Joiners are part of ordinary words (Persian, Hindi) and of emoji, and move nothing.
_JOINERS = "\u200c\u200d"
# Controls, formats (bidi overrides, zero-width marks, tags), lone surrogates, line separators.
_ACTING = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
TAB = 4  # columns


def visible(text: str) -> str:
    r"""The text with each acting character written as its Python escape; newlines stay.

    >>> visible("red \x1b[31m, \u202eabc")
    'red \\x1b[31m, \\u202eabc'
    """
    text = text.replace("\r\n", "\n").expandtabs(TAB)
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    return "".join(_shown(c) for c in text)


def one_line(text: str, limit: int = 0) -> str:
    """The same on one line, cut after `limit` characters where a limit is given."""
    line = " ".join(visible(text).split())
    return line if not limit or len(line) <= limit else line[: limit - 3].rstrip() + "..."


def lines_of(text: str, limit: int = 0) -> tuple[list[str], int]:
    """The visible lines, at most `limit` where one is given, and how many were left out."""
    lines = visible(text).rstrip("\n").split("\n")
    shown = lines[:limit] if limit else lines
    return shown, len(lines) - len(shown)


def _shown(char: str) -> str:
    if char == "\n" or char in _JOINERS or unicodedata.category(char) not in _ACTING:
        return char
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
