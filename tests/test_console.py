"""Colour goes to a real terminal only, and NO_COLOR, --plain and pipes are respected."""

import os
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

SHOW = """
from dataclasses import replace
from reports import wrong_report
from tfmdrill.render.console import open_console
from tfmdrill.render.report import print_report
plain = {plain}
graded = replace(wrong_report(), prints="\\u6f22")
print_report(graded, console=open_console(plain=plain), plain=plain)
"""
TESTS = Path(__file__).parent


def environment(**more: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    path = os.pathsep.join([str(TESTS), str(TESTS.parent)])
    return kept | {"TERM": "xterm-256color", "PYTHONPATH": path, "LC_ALL": "C.UTF-8"} | more


def on_a_terminal(*, plain: bool = False, columns: int = 80, **more: str) -> str:
    child = pexpect.spawn(
        sys.executable,
        ["-c", SHOW.format(plain=plain)],
        env=environment(**more),
        dimensions=(50, columns),
        encoding="utf-8",
        timeout=60,
    )
    child.expect(pexpect.EOF)
    return child.before


def test_terminal_gets_colour_and_marks() -> None:
    screen = on_a_terminal()
    assert "\x1b[1;31m✗ WRONG" in screen
    assert "█" in screen


@pytest.mark.parametrize(("plain", "more"), [(False, {"NO_COLOR": "1"}), (True, {})])
def test_no_escape_is_written_without_colour(plain: bool, more: dict[str, str]) -> None:
    screen = on_a_terminal(plain=plain, **more)
    assert "Attention with masks" in screen
    assert "\x1b" not in screen


def test_terminal_of_60_columns_is_kept_to() -> None:
    screen = on_a_terminal(columns=60, NO_COLOR="1")
    assert max(map(len, screen.split("\r\n"))) <= 60


def piped(**more: str) -> bytes:
    done = subprocess.run(
        [sys.executable, "-c", SHOW.format(plain=False)],
        env=environment(**more),
        capture_output=True,
        check=True,
    )
    return done.stdout


def test_pipe_gets_no_escapes() -> None:
    out = piped()
    assert b"\x1b" not in out
    assert "✗ WRONG".encode() in out


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_encoding_without_the_signs_is_no_error(encoding: str) -> None:
    out = piped(PYTHONIOENCODING=encoding).decode(encoding)
    assert "x WRONG" in out
    assert "| \\u6f22" in out  # what the user printed, a letter that the encoding lacks
    assert "score 62 %" in out
