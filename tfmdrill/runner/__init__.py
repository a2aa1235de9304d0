"""The wall between the grader and a user's code: `Wall` starts children, `Submission` asks them."""

from tfmdrill.runner.process import ZygoteGone
from tfmdrill.runner.submission import Submission
from tfmdrill.runner.values import (
    Arg,
    Chain,
    Died,
    Gradient,
    Handle,
    Link,
    Metered,
    Opaque,
    Raised,
    RemoteArray,
    Reply,
    Returned,
)
from tfmdrill.runner.wall import Wall

__all__ = [
    "Arg",
    "Chain",
    "Died",
    "Gradient",
    "Handle",
    "Link",
    "Metered",
    "Opaque",
    "Raised",
    "RemoteArray",
    "Reply",
    "Returned",
    "Submission",
    "Wall",
    "ZygoteGone",
]
