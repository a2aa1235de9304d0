"""What goes to a submission and what comes back: arguments, remote values, replies."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from tfmdrill.model.report import ExceptionInfo, Outcome
from tfmdrill.runner.inside.wire import Opaque

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
]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Arg:
    """An array argument with the dtype and the memory layout that the child is to give it.

    dtype: "" keeps the array's own. layout: contiguous | transposed (the last two axes lie
    swapped) | step2 (every second element of a wider buffer) | expanded (stride 0 along `axis`,
    where all rows must be equal) | readonly (NumPy only).
    """

    array: Array
    dtype: str = ""
    layout: str = "contiguous"
    axis: int = 0


@dataclass(frozen=True, slots=True)
class RemoteArray:
    """An array that came back: plain, owned and in C order; bfloat16 is widened to float32.

    dtype: as it was in the child. library: torch or numpy. scalar: a NumPy scalar, not an array.
    """

    values: Array
    dtype: str
    library: str
    scalar: bool = False


@dataclass(frozen=True, slots=True)
class Handle:
    """An object that stays in one child; worth nothing in another."""

    number: int
    type: str


@dataclass(frozen=True, slots=True)
class Link:
    """One call of a chain. Numbers name the chain's values first, then its results, in order.

    target: the number of the object whose method is called; None for the file's own names.
    """

    name: str
    args: tuple[int, ...]
    kwargs: Mapping[str, int]
    target: int | None = None


@dataclass(frozen=True, slots=True)
class Chain:
    """Calls that run in the child without an answer in between, so that it computes and little
    else; answers: the numbers of what comes back."""

    values: tuple[Any, ...]
    links: tuple[Link, ...]
    answers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Metered:
    """What a chain took by a meter inside the child, which the user's code could fool.

    flops: floating point operations, 0 where nothing counts them. peak_bytes: what lived at once
    at most, beyond the arguments. largest: the shape of the largest array that was made.
    """

    flops: int
    peak_bytes: int
    largest: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Gradient:
    """A call's answer, and by the path of each float argument ("q", "params.w1") its gradient,
    None where the answer doesn't depend on it."""

    value: Any
    grads: Mapping[str, RemoteArray | None]


@dataclass(frozen=True, slots=True)
class Returned:
    value: Any


@dataclass(frozen=True, slots=True)
class Raised:
    """The user's code raised."""

    info: ExceptionInfo


@dataclass(frozen=True, slots=True)
class Died:
    """The child is gone, and with it all handles; the submission needs a fresh one."""

    outcome: Outcome
    message: str


Reply = Returned | Raised | Died
