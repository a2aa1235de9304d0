"""Text of others does nothing to the terminal; what it would have done can be seen."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfmdrill.render.inert import lines_of, one_line, visible


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("plain", "plain"),
        ("\x1b[2J", "\\x1b[2J"),
        ("a\rb", "a\\x0db"),
        ("a\r\nb", "a\nb"),
        ("\x9b31m", "\\x9b31m"),
        ("x\u202ey\u2066z", "x\\u202ey\\u2066z"),
        ("zero\u200bwidth", "zero\\u200bwidth"),
        ("\ud800", "\\ud800"),
        ("\u2028", "\\u2028"),
        ("\U000e0041", "\\U000e0041"),
        ("a\tb", "a   b"),
        ("ą 漢 🙂", "ą 漢 🙂"),
        ("क\u200dष", "क\u200dष"),
        ("[bold]no[/bold]", "[bold]no[/bold]"),
    ],
)
def test_acting_characters_become_escapes_and_others_stay(text: str, seen: str) -> None:
    assert visible(text) == seen


@given(st.text())
def test_nothing_that_acts_is_left_in_any_text(text: str) -> None:
    left = set(visible(text)) - set("\n\u200c\u200d")
    assert not {c for c in left if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")}


def test_one_line_joins_lines_and_cuts_where_asked() -> None:
    assert one_line("a\n  b\n") == "a b"
    assert one_line("abcdefghij", 8) == "abcde..."


def test_lines_beyond_the_limit_are_counted() -> None:
    assert lines_of("a\nb\nc\n", 2) == (["a", "b"], 1)
    assert lines_of("a\nb\n") == (["a", "b"], 0)
