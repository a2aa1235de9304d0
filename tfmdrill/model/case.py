"""A case: one program over a subject, run on the reference and on the submission alike."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

import numpy as np


class Subject(Protocol):
    """Whatever defines the entry points of a problem: the reference, or the submission far away.

    Both are used in the same way, `subject.apply_rope(x, positions)`, and both raise
    ordinary Python exceptions; objects made by a subject (`subject.KVCache()`) have methods.
    """

    def __getattr__(self, name: str) -> Any: ...


Script = Callable[..., Any]  # script(subject, *args, **kwargs) -> a tree of values


@dataclass(frozen=True)
class Case:
    """The arguments of one call, or of a short script of calls, on which two subjects are compared.

    entry: the entry point that is called, or that the case is mainly about.
    args, kwargs: ndarrays (float64 holding float32-representable values, int64, bool), Python
        scalars, text, bytes, lists, tuples, dicts of these, or a callback.
    mode: groups value cases into one check a mode; every mode needs at least two cases.
    title: what an edge or a property demands, in one sentence; cases of one title are one check.
    raises: the contract demands this exception (or a subclass).
    exact: the case holds exact ties on purpose, so it isn't redrawn when jitter moves it.
    rounding: what wrong code answers is a matter of chance here (of rounding, say), and tells no
        mistakes apart: the case counts for those of kind "numeric", not for those told by values.
    half: also a half-precision case, if the problem grades half.
    gradient: also a gradient case, if the problem grades gradients; unit scale only.
    masked: for arguments by name, True where a value can't count (masked keys, say), so that it
        doesn't widen the tolerance.
    script: what is run instead of `subject.<entry>(*args, **kwargs)`; gets the subject first.
    """

    entry: str
    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    mode: str = ""
    title: str = ""
    raises: type[Exception] | None = None
    exact: bool = False
    rounding: bool = False
    half: bool = False
    gradient: bool = False
    masked: Mapping[str, np.ndarray[Any, Any]] = field(default_factory=dict)
    script: Script | None = None
    names: tuple[str, ...] = ()  # of the positional arguments; the engine fills them in

    def run(self, subject: Subject) -> Any:
        """What the subject answers; raises what the subject raises."""
        if self.script is not None:
            return self.script(subject, *self.args, **self.kwargs)
        return getattr(subject, self.entry)(*self.args, **self.kwargs)


class CostKind(StrEnum):
    """How what an answer takes is judged."""

    MEMORY = "memory"  # it must fit into `gate` bytes beyond what its imports took
    RATIO = "ratio"  # CPU time, in times the model answer's: at most `gate`
    GROWTH = "growth"  # the exponent of CPU time over `sizes`: at most `gate`


@dataclass(frozen=True)
class Cost:
    """What an answer may take, at sizes where the naive way takes far more.

    title: what is demanded, in one sentence; bugs of kind cost name the titles that they fail.
    case: builds the case of a size from the `draw` that `costs` was given. A script may pass on
        what the subject returned, but not look into it: the calls run in one go, far away.
    sizes: for MEMORY and RATIO one size, for GROWTH two or more, rising.
    gate: see CostKind; the naive way must lie at 1.5 times the gate or more (a full matrix, three
        times the model answer's time, an exponent of 2 for a gate of 1.5).
    explain: the size at which the work is counted for the message, where counting is possible.
    """

    title: str
    kind: CostKind
    case: Callable[[int], Case]
    sizes: tuple[int, ...]
    gate: float
    explain: int = 0
