"""The page of a whole class."""

from tfmdrill.model.class_page import ClassPage, ItemRow
from tfmdrill.render.feedback import points_words
from tfmdrill.render.pages import page
from tfmdrill.render.quantities import count, percent

BUNCH = 12  # students named in a row before the rest is folded away
POOR = 0.1  # a check that hardly goes with the rest, or goes against it


def class_page(found: ClassPage) -> str:
    """The HTML, one file; the only links are to the files beside it."""
    return page("class", found=found, words=_Words(found))


class _Words:
    """What the template asks for."""

    points = staticmethod(points_words)
    percent = staticmethod(percent)
    count = staticmethod(count)
    bunch = BUNCH

    def __init__(self, found: ClassPage) -> None:
        self._most = max((b.students for b in found.bins), default=0)

    def mean(self, value: float | None) -> str:
        return "-" if value is None else points_words(value)

    def width(self, students: int, most: int = 0) -> str:
        """Percent of the longest bar."""
        longest = most or self._most
        return f"{100 * students / longest:.1f}" if longest else "0"

    def discrimination(self, row: ItemRow) -> str:
        return "-" if row.discrimination is None else f"{row.discrimination:+.2f}"

    def is_poor(self, row: ItemRow) -> bool:
        return row.discrimination is not None and row.discrimination < POOR
