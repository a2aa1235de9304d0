"""The one place where a command reads the time."""

from datetime import datetime


def now() -> datetime:
    """The time, with the zone of this person's clock: its date is the day that they see."""
    return datetime.now().astimezone()
