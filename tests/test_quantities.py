"""Scores never round up to full marks; times and sizes carry their unit."""

import pytest

from tfmdrill.render.quantities import percent, seconds, size


@pytest.mark.parametrize(
    ("score", "words"),
    [(0, "0 %"), (1, "100 %"), (0.9999, "99 %"), (1e-9, "1 %"), (0.29, "29 %"), (0.5, "50 %")],
)
def test_only_a_full_score_is_100_and_only_none_is_0(score: float, words: str) -> None:
    assert percent(score) == words


def test_times_and_sizes_carry_their_unit() -> None:
    assert [seconds(x) for x in (0, 0.0006, 0.25, 3.21, 120)] == [
        "0 ms",
        "0.6 ms",
        "250 ms",
        "3.2 s",
        "120 s",
    ]
    assert [size(n) for n in (0, 1023, 10 * 1024, 5 * 2**30)] == [
        "0 B",
        "1023 B",
        "10 KiB",
        "5.0 GiB",
    ]
