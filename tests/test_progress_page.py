"""The page of `progress`: its drawing by hand-worked places, and a real browser."""

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from browser import needs_browser, opened
from test_progress_screen import DONE, HOSTILE, TODAY

from tfmdrill.model.summary import Day, Progress
from tfmdrill.render.progress_page import CELL, LEFT, MARK, TOP, calendar_of, progress_page


def a_year() -> Progress:
    """Something on two days of three, more and more of it."""
    days = [
        Day(TODAY - timedelta(days=ago), grades=(365 - ago) // 30, passed=1, questions=ago % 2)
        for ago in range(364, -1, -1)
        if ago % 3
    ]
    name = HOSTILE.bug + "</bdi><script>alert(1)</script>" + "x" * 200
    return replace(DONE, days=tuple(days), mistakes=(*DONE.mistakes, replace(HOSTILE, bug=name)))


def test_the_calendar_ends_today_and_mondays_are_on_top() -> None:
    wednesday = date(2026, 3, 4)
    halves = calendar_of([Day(wednesday, 4, 2), Day(date(2026, 3, 1), 0, 0, 12)], wednesday)
    last = halves[1].cells[-1]
    assert (last.x, last.y) == (LEFT + 26 * CELL, TOP + 2 * CELL)
    assert (last.level, last.says) == (2, "2026-03-04: 4 grades, 2 passed")
    monday = halves[1].cells[-3]
    assert (monday.y, monday.level, monday.says) == (TOP, 0, "2026-03-02: nothing")
    sunday = halves[1].cells[-4]
    assert (sunday.x, sunday.y) == (last.x - CELL, TOP + 6 * CELL)
    assert (sunday.level, sunday.says) == (4, "2026-03-01: 12 questions")
    assert len(halves[0].cells) == 27 * 7
    assert len(halves[1].cells) == 26 * 7 + 3
    # 53 weeks before the Monday of today.
    assert halves[0].cells[0].says == "2025-02-24: nothing"


def test_text_of_others_stays_text() -> None:
    text = progress_page(a_year())
    assert "<script>" not in text
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert text.count(MARK) == 1


def test_a_page_without_anything_says_so() -> None:
    empty = Progress(TODAY, 0, 43, 0, 0, 0, 0, None)
    text = progress_page(empty)
    for words in ("No mistake was named yet", "Nothing was reviewed yet", "None was begun yet"):
        assert words in text


@needs_browser
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [400, 1000])
def test_a_browser_shows_the_page_and_asks_nobody(tmp_path: Path, width: int, dark: bool) -> None:
    path = tmp_path / "progress.html"
    path.write_text(progress_page(a_year()), encoding="utf-8")
    with opened(path, width=width, dark=dark) as seen:
        assert seen.fits
        assert seen.page.locator(".halves rect").count() == 54 * 7 - 6  # today is a Monday
        tips = seen.page.locator(".halves rect title")
        assert tips.last.text_content() == "2026-03-02: nothing"
        assert seen.page.locator("polyline").count() == 1
        # The two halves stand side by side where there is room.
        boxes = [half.bounding_box() for half in seen.page.locator(".halves svg").all()]
        assert boxes[0] is not None
        assert boxes[1] is not None
        assert (boxes[0]["y"] == boxes[1]["y"]) is (width == 1000)
        assert (seen.complaints, seen.requests) == ([], [])
