"""What a terminal of a given width would show, as text, for the tests of rendering."""

import io
from collections.abc import Callable
from typing import Any

from rich.cells import cell_len
from rich.console import Console


def shown(
    show: Callable[..., Any],
    *values: Any,
    width: int = 80,
    ascii_only: bool = False,
    **options: Any,
) -> str:
    """What `show(*values, console=..., **options)` prints to a terminal without colour."""
    # utf-8 or ascii is what a console reads off its file's encoding.
    file = io.TextIOWrapper(io.BytesIO(), encoding="ascii" if ascii_only else "utf-8")
    console = Console(
        file=file, width=width, force_terminal=True, color_system=None, markup=False, emoji=False
    )
    show(*values, console=console, **options)
    file.flush()
    return file.buffer.getvalue().decode(file.encoding)


def widest_line(text: str) -> int:
    return max(cell_len(line) for line in text.split("\n"))
