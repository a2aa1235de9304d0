"""The one place where a command reads the time."""

import time
from datetime import datetime, timedelta

# Counts while the machine sleeps; where Linux needs a clock of its own for that, macOS doesn't.
_ELAPSED = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


def now() -> datetime:
    """The time, with the zone of this person's clock: its date is the day that they see."""
    return datetime.now().astimezone()


class SteadyClock:
    """Tells the time as `now` did when this was made, and as it has passed since: to set the
    system's clock changes nothing."""

    def __init__(self) -> None:
        self._made = now()
        self._made_s = time.clock_gettime(_ELAPSED)

    def __call__(self) -> datetime:
        return self._made + timedelta(seconds=time.clock_gettime(_ELAPSED) - self._made_s)
