"""Text of a user in a terminal: nothing in it steers, and nothing of it is lost."""

import unicodedata

import pytest

from tfmdrill.runner.visible import visible

BIDI = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
STEERING = [
    char
    for char in map(chr, range(0x110000))
    if (unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") and char not in "\n\t")
    or unicodedata.bidirectional(char) in BIDI
]


@pytest.mark.parametrize("char", [*STEERING[:80], *STEERING[80::97], "\u200f", "\u061c"])
def test_a_character_that_steers_is_spelled_out(char: str) -> None:
    shown = visible(f"a{char}b")
    assert shown.isprintable()
    assert shown[0] + shown[-1] == "ab"
    assert shown[1] == "\\"
    assert f"{ord(char):x}" in shown


def test_plain_text_of_any_script_stays() -> None:
    text = "x\ty\nné שלום 漢字 🙂 \\x1b"
    assert visible(text) == text


def test_line_ends_of_windows_are_line_ends() -> None:
    assert visible("a\r\nb\rc") == "a\nb\\x0dc"


def test_a_long_text_is_cut() -> None:
    assert visible("abcdef", 3) == "abc..."
    assert visible("abc", 3) == "abc"
