"""Short messages around a command: what was written, what to type next, what went wrong."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from tfmdrill.model.workspace import Written
from tfmdrill.render.console import say
from tfmdrill.render.inert import visible

if TYPE_CHECKING:
    from tfmdrill.model.problem import Variant


def print_new(
    written: Written, name: str, convention: "Variant | None" = None, *, console: Console
) -> None:
    """What `new` wrote, under which convention, and the two commands that come next."""
    print_written(written, console=console)
    if convention is not None:
        say(console, f"The variant: {convention.name}. {visible(convention.says)}")
    say(console, f"The task:    tfmdrill show {name}")
    say(console, "The verdict: tfmdrill grade")


def print_written(written: Written, *, console: Console) -> None:
    """What was written, and where the old file went."""
    if written.backup is not None:
        say(console, f"The old file is now {visible(str(written.backup))}.")
    say(console, f"Wrote {visible(str(written.path))}.")


def print_scaffold(written: Sequence[Written], slug: str, *, console: Console) -> None:
    """What `verify --new` wrote, and the command that says what is left to do."""
    for one in written:
        print_written(one, console=console)
    say(console, f"What is missing yet: tfmdrill verify {slug} --pack .")


def print_repro(path: Path | None, *, console: Console) -> None:
    """Where the script with the failing input is, or why there is none."""
    if path is None:
        say(console, "No script was written: no check failed on an input that a script can hold.")
    else:
        say(console, f"Wrote {visible(str(path))}: run it in a debugger.")


def print_dispute(path: Path, *, console: Console) -> None:
    """Where the file for the keeper of the problem is."""
    say(console, f"Wrote {visible(str(path))}. It holds your source and the verdict on it;")
    say(
        console, "say at its top what you think is right, and send it to whoever keeps the problem."
    )


def print_document(text: str) -> None:
    """A JSON document or a shell script, as it is, as the only thing on standard output."""
    sys.stdout.write(text.rstrip("\n") + "\n")


def print_warning(message: str) -> None:
    """Something that stops nothing, on standard error."""
    _to_stderr(f"Note: {message}")


def print_error(message: str) -> None:
    """Why the command ended, on standard error."""
    _to_stderr(f"Error: {message}")


def _to_stderr(line: str) -> None:
    encoding = sys.stderr.encoding or "utf-8"
    text = visible(line).encode(encoding, "backslashreplace").decode(encoding)
    sys.stderr.write(text + "\n")
