"""`doctor` tells what is stopped here and what isn't, in words as well as in signs."""

from dataclasses import replace

import pytest
from reports import FULL, PARTIAL
from screens import shown, widest_line

from tfmdrill.model.machine import Attempt, Library, Machine
from tfmdrill.render.machine import print_doctor

MACHINE = Machine(
    "0.1.0",
    "3.11.7",
    "Linux 6.8 x86_64",
    2,
    (Library("torch", "2.13.0"), Library("einops", None, "pip install einops")),
    PARTIAL,
    (
        Attempt("open a socket", True, "PermissionError"),
        Attempt("read the graders", False),
        Attempt("loop", True, "it took more than 2 s", "the grader"),
        Attempt("trace another process", None, "no other process"),
    ),
)


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("width", [60, 80, 140])
def test_every_finding_is_said_in_words(width: int, plain: bool) -> None:
    screen = shown(print_doctor, MACHINE, width=width, plain=plain)
    assert widest_line(screen) <= width
    words = " ".join(screen.split())
    for finding in (
        "torch: 2.13.0",
        "einops: not installed (install it with: pip install einops)",
        "Isolation: partial",
        "seccomp: in force",
        "landlock: missing (the kernel is older than 5.13)",
        "open a socket: stopped (PermissionError)",
        "read the graders: not stopped",
        "loop: stopped by the grader",
        "trace another process: not tried (no other process)",
    ):
        assert finding in words


def test_full_isolation_names_nothing_missing() -> None:
    screen = shown(print_doctor, replace(MACHINE, isolation=FULL, attempts=()))
    assert "missing" not in screen
    assert "Tried" not in screen
