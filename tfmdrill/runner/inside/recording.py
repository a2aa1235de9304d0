"""What the user's code assigned while it ran, by the notes in it: shapes and small values."""

import builtins
import contextlib
import signal
import sys
from collections.abc import Iterator
from itertools import islice
from types import CodeType, FrameType
from typing import Any

from . import failures, wire
from .notes import NOTE, NOTE_ATTRIBUTE, Place, compile_with_notes

LOOKS = 10_000  # executions of a place that are looked at; those after it are only counted
DIFFERENT = 6  # values of one place that are kept
VALUES = 2_000  # of all places
SNAPSHOTS, INTEGERS = 300, 20  # what the integers in scope were, and how many of them
LEVELS = 30  # frames that are searched for the enclosing functions
ITEMS = 64  # of a list of arrays
TEXT_CHARS = 40

Shown = tuple[Any, ...]


class TookTooLong(BaseException):
    """The call was stopped before the grader would end the process, and with it what was noted."""


class Recorder:
    """Compiles a file with notes and keeps what they tell. User code can forge its own listing."""

    def __init__(self) -> None:
        self._places: list[Place] = []
        self._counts: list[int]
        self._values: list[dict[Shown, int]]  # of each place, with the numbers of their snapshots
        self._more: set[int]
        self._snapshots: dict[tuple[tuple[str, int], ...], int]
        self._start()

    def compile(self, text: str, name: str) -> CodeType:
        """The code of the file, whose notes come here. Raises what `compile` raises."""
        code, self._places = compile_with_notes(text, name)
        self._start()
        setattr(builtins, NOTE, self._note)
        setattr(builtins, NOTE_ATTRIBUTE, self._note_attribute)
        return code

    def recorded(self) -> dict[str, Any]:
        """All places with what was seen there since the last time, in the order of the file."""
        places = sorted(enumerate(self._places), key=lambda p: (p[1].line, p[1].column, p[0]))
        told = {
            "places": [
                (
                    *(p.line, p.end, p.kind, p.name, p.function, self._counts[number] > 0),
                    number in self._more,
                    list(self._values[number].items()),
                )
                for number, p in places
            ],
            "snapshots": list(self._snapshots),
        }
        self._start()
        return told

    @contextlib.contextmanager
    def stopping_after(self, cpu_s: float) -> Iterator[None]:
        """Raises TookTooLong in the user's code after so much CPU time of a noted call."""
        if not self._places:
            yield
            return

        def stop(_number: int, _frame: FrameType | None) -> None:
            raise TookTooLong(f"stopped after {cpu_s:g} s of CPU time")

        signal.signal(signal.SIGPROF, stop)
        signal.setitimer(signal.ITIMER_PROF, cpu_s)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def _start(self) -> None:
        self._counts = [0] * len(self._places)
        self._values = [{} for _ in self._places]
        self._more = set()  # places with more values than are kept
        self._left = VALUES
        self._snapshots = {(): 0}

    def _note(self, number: int, value: Any) -> Any:
        # The user's own arrays may raise anything while they are looked at.
        try:
            self._counts[number] += 1
            if self._counts[number] <= LOOKS:
                self._look(number, value, sys._getframe(1))
        except TookTooLong:
            raise
        except BaseException:
            pass
        return value

    def _note_attribute(self, number: int, owner: Any, name: str) -> None:
        try:
            self._counts[number] += 1
            if self._counts[number] <= LOOKS:
                self._look(number, _attribute(owner, name), sys._getframe(1))
        except TookTooLong:
            raise
        except BaseException:
            pass

    def _look(self, number: int, value: Any, frame: FrameType) -> None:
        shown = show(value)
        values = self._values[number]
        if not shown or shown in values:
            return
        if len(values) >= DIFFERENT or self._left <= 0:
            self._more.add(number)
            self._counts[number] += LOOKS  # enough was seen here
            return
        self._left -= 1
        values[shown] = 0 if shown[0] == "text" else self._snapshot(frame)

    def _snapshot(self, frame: FrameType) -> int:
        integers = tuple(islice(_integers(frame).items(), INTEGERS))
        if integers not in self._snapshots and len(self._snapshots) >= SNAPSHOTS:
            return 0
        return self._snapshots.setdefault(integers, len(self._snapshots))


def show(value: Any) -> Shown:
    """What is told of a value; () for what isn't worth a word.

    ("array", dtype, shape); ("each", kind, count, dtype, shape) for a list or tuple of arrays
    that are alike, ("items", kind, count, ((dtype, shape), ...)) where they differ; ("text", words)
    """
    array = measure(value)
    if array is not None:
        return ("array", *array)
    if type(value) in (list, tuple) and value:
        arrays = [measure(item) for item in islice(value, ITEMS)]
        found = tuple(array for array in arrays if array is not None)
        if len(found) == len(arrays):
            kind = type(value).__name__
            if len(set(found)) == 1:
                return ("each", kind, len(value), *found[0])
            return ("items", kind, len(value), found[:4])
    words = failures.shown(value)
    return ("text", words) if words else ()


def measure(value: Any) -> tuple[str, tuple[int, ...]] | None:
    """(dtype, shape) of an array or NumPy scalar of either library, None for anything else."""
    for library, kinds in (("torch", ("Tensor",)), ("numpy", ("ndarray", "generic"))):
        module = sys.modules.get(library)
        if module is None or not issubclass(type(value), tuple(getattr(module, k) for k in kinds)):
            continue
        shape = tuple(int(size) for size in islice(value.shape, wire.MAX_AXES + 1))
        if len(shape) > wire.MAX_AXES or not all(0 <= size in wire.INT64 for size in shape):
            return None
        return str(value.dtype).removeprefix("torch.")[:TEXT_CHARS], shape
    return None


def _attribute(owner: Any, name: str) -> Any:
    """What the object itself holds under that name; no property or method of the user's runs.

    Raises AttributeError where it holds nothing.
    """
    held = object.__getattribute__(owner, "__dict__")
    for names in (held, held.get("_parameters"), held.get("_buffers")):
        if type(names) is dict and name in names:
            return names[name]
    raise AttributeError(name)


def _integers(frame: FrameType) -> dict[str, int]:
    """The integers that a comment on the line may name: of the function and of those around it."""
    found: dict[str, int] = {}
    for names in _scopes(frame):
        for name, value in list(names.items()):
            if type(value) is int and value in wire.INT64 and _is_short(name):
                found.setdefault(name, value)
    return found


def _scopes(frame: FrameType) -> Iterator[dict[str, Any]]:
    """The names of a frame, of the functions that enclose it, and of the file."""
    inner, at = frame.f_code, frame.f_back
    yield frame.f_locals
    for _ in range(LEVELS):
        if at is None:
            break
        code = at.f_code
        if code.co_filename == inner.co_filename and inner.co_qualname.startswith(
            f"{code.co_qualname}.<locals>."
        ):
            yield at.f_locals
            inner = code
        at = at.f_back
    yield frame.f_globals


def _is_short(name: Any) -> bool:
    return type(name) is str and len(name) <= TEXT_CHARS and not name.startswith("__")
