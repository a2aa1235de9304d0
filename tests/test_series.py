"""When attempts make one review, and how it is rated: worked by hand from the rules."""

from datetime import UTC, datetime, timedelta

import pytest

from tfmdrill.model.practice import Rating
from tfmdrill.progress.series import LEFT_AFTER, PAUSE, Moment, MomentKind, Series, read_series

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
MINUTES = 20


def moments(*steps: tuple[str, float]) -> list[Moment]:
    """Each step's kind and its time, in minutes after noon; hints are of level 2."""
    made = []
    for word, minutes in steps:
        at = NOON + timedelta(minutes=minutes)
        kind = MomentKind(word)
        level = 2 if kind is MomentKind.HINT else 0
        budget = MINUTES if kind in (MomentKind.PASSED, MomentKind.FAILED) else 0
        made.append(Moment(at, at.date(), kind, level, budget))
    return made


def series(listed: list[Moment], later: float = 0.0) -> tuple[Series, ...]:
    """All that have ended so many minutes after the last moment."""
    state, ended = read_series(listed)
    left = state.seen(listed[-1].at + timedelta(minutes=later))[1]
    return (*ended, left) if left else ended


def ratings(*steps: tuple[str, float], later: float = 0.0) -> list[Rating]:
    """The ratings, seen that many minutes after the last step."""
    return [each.rating for each in series(moments(*steps), later)]


@pytest.mark.parametrize(
    ("steps", "rating"),
    [
        ([("start", 0), ("passed", 9)], Rating.EASY),
        ([("start", 0), ("passed", 10)], Rating.EASY),
        ([("start", 0), ("passed", 11)], Rating.GOOD),
        ([("start", 0), ("failed", 2), ("passed", 9)], Rating.GOOD),
        ([("start", 0), ("failed", 2), ("failed", 3), ("passed", 20)], Rating.GOOD),
        ([("start", 0), ("passed", 21)], Rating.HARD),
        ([("start", 0), ("hint", 1), ("passed", 5)], Rating.HARD),
        ([("hint", 0), ("start", 1), ("passed", 5)], Rating.HARD),
        ([("start", 0), ("solution", 1), ("passed", 5)], Rating.AGAIN),
        ([("solution", 0), ("start", 1)], Rating.AGAIN),
        ([("passed", 0)], Rating.GOOD),  # nobody knows since when
    ],
)
def test_a_series_is_rated_by_what_happened(steps: list[tuple[str, float]], rating: Rating) -> None:
    assert ratings(*steps) == [rating]


def test_a_night_between_is_no_working_time() -> None:
    steps = ("start", 0), ("hint", 2), ("start", 5), ("failed", 12), ("passed", 60 * 11)
    (only,) = series(moments(*steps))
    assert only.active_s == 7 * 60  # from the second stub on; then a pause of 648 minutes
    assert timedelta(minutes=60 * 11 - 12) > PAUSE


def test_what_was_left_is_not_passed_on_the_day_of_the_last_grade() -> None:
    left = LEFT_AFTER.total_seconds() / 60
    assert ratings(("start", 0), ("failed", 5), later=left) == []
    assert ratings(("start", 0), ("failed", 5), later=left + 1) == [Rating.AGAIN]
    # Whoever comes back goes on in a new series, in which the time before counts too.
    steps = ("start", 0), ("failed", 15), ("failed", 1500), ("passed", 1510)
    assert ratings(*steps) == [Rating.AGAIN, Rating.HARD]
    days = [each.day.day for each in series(moments(*steps))]
    assert days == [2, 3]


def test_a_stub_alone_is_no_review_however_long_ago() -> None:
    assert ratings(("start", 0), later=10**6) == []
    assert ratings(("start", 0), ("start", 9000), ("passed", 9005)) == [Rating.EASY]


def test_after_a_pass_only_a_fresh_stub_makes_a_review() -> None:
    done = ("start", 0), ("passed", 5)
    tried = ("passed", 3000), ("failed", 6000), ("hint", 6001), ("solution", 6002), ("passed", 6003)
    assert ratings(*done, *tried) == [Rating.EASY]
    assert ratings(*done, ("start", 3000), ("passed", 3015)) == [Rating.EASY, Rating.GOOD]
    assert ratings(*done, ("start", 3000), ("solution", 3001)) == [Rating.EASY, Rating.AGAIN]


def test_the_state_tells_since_when_and_with_which_hints() -> None:
    listed = moments(("start", 0), ("passed", 5), ("start", 60), ("hint", 61), ("failed", 62))
    again = NOON + timedelta(minutes=60)

    def known(number: int) -> tuple[object, ...]:
        state = read_series(listed[:number])[0]
        return state.under_way, state.began, state.hints, state.grades

    assert known(0) == (False, None, 0, 0)
    assert known(2) == (False, NOON, 0, 1)
    assert known(3) == (True, again, 0, 0)
    assert known(5) == (True, again, 2, 1)
    # Hints after a pass are counted on, though they change nothing any more.
    after = read_series(moments(("start", 0), ("passed", 5), ("hint", 6)))[0]
    assert (after.under_way, after.began, after.hints) == (False, NOON, 2)


def test_a_clock_that_was_put_back_is_no_negative_time() -> None:
    assert ratings(("start", 0), ("failed", -30), ("passed", 5)) == [Rating.HARD]
    assert ratings(("start", 0), ("failed", -3), ("passed", 5)) == [Rating.GOOD]
