"""Panes of the interview's full screen that have a life of their own."""

from collections.abc import Callable

from textual.widgets import Static


class VerdictPane(Static):
    """Has its verdict drawn anew when its width has changed; it has none while it is hidden."""

    def __init__(self, draw: Callable[[], None]) -> None:
        super().__init__(id="verdict", markup=False)
        self._redraw = draw

    def on_resize(self) -> None:
        self._redraw()
