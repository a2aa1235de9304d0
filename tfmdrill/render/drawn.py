"""What a printing function would show on a terminal, as a text to be placed on another screen."""

import io
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.text import Text

from tfmdrill.render.console import THEME


def drawn(show: Callable[..., Any], *values: Any, width: int) -> Text:
    """The lines of `show(*values, console=...)` with their styles, `width` columns wide."""
    file = io.StringIO()
    console = Console(
        file=file,
        width=width,
        force_terminal=True,
        color_system="standard",
        markup=False,
        emoji=False,
        highlight=False,
        theme=THEME,
    )
    show(*values, console=console)
    return Text.from_ansi(file.getvalue().rstrip("\n"))
