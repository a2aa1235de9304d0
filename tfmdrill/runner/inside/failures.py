"""An exception of the user's code as inert data: type, message, the user's frames, the shapes."""

import linecache
import re
import traceback
from types import FrameType
from typing import Any

from . import arrays

MESSAGE_CHARS = 2_000
CAUSES = 3
GROUPED = 3
FIRST_FRAMES, LAST_FRAMES = 3, 12  # of a recursion
LOCALS = 24
SHORT_CHARS = 40
_ALLOCATION = re.compile(
    r"DefaultCPUAllocator|can't allocate memory|not enough memory|out of memory|std::bad_alloc"
)


def describe(error: BaseException, name: str) -> dict[str, Any]:
    """What the grader is told of an exception that the code of file `name` raised.

    type, message; bases: the built-in classes it derives from, nearest first; frames: a list of
    (line, function, [(local, what it holds)]), innermost last; missing: a module not found.
    """
    try:
        frames = _frames(error, name)
    except BaseException:  # the user's own frames and locals may do anything
        frames = []
    if isinstance(error, SyntaxError) and error.filename == name and not frames:
        frames = [(error.lineno or 1, "<module>", [])]
    missing = error.name or "" if isinstance(error, ModuleNotFoundError) else ""
    return {
        "type": "MemoryError" if _is_out_of_memory(error) else type(error).__name__[:200],
        "message": _message(error, name),
        "bases": [k.__name__ for k in type(error).__mro__ if k.__module__ == "builtins"],
        "frames": frames,
        "missing": missing if type(missing) is str else "",
    }


def _is_out_of_memory(error: BaseException) -> bool:
    if isinstance(error, MemoryError):
        return True
    return isinstance(error, RuntimeError) and bool(_ALLOCATION.search(_text(error)))


def _text(error: BaseException) -> str:
    try:
        text = str(error)
        return str.__str__(text)[:MESSAGE_CHARS]
    except BaseException as second:
        return f"(its message can't be shown: reading it raised {type(second).__name__})"


def _message(error: BaseException, name: str) -> str:
    if isinstance(error, SyntaxError) and error.filename == name:
        return _syntax_message(error)
    parts = [_text(error)]
    if isinstance(error, BaseExceptionGroup):
        parts += [_line(inner) for inner in error.exceptions[:GROUPED]]
    cause, seen = error.__cause__, {id(error)}
    while cause is not None and id(cause) not in seen and len(seen) <= CAUSES:
        parts.append(f"caused by {_line(cause)}")
        seen.add(id(cause))
        cause = cause.__cause__
    return "\n".join(parts)[:MESSAGE_CHARS]


def _line(error: BaseException) -> str:
    return f"{type(error).__name__}: {_text(error)}"


def _syntax_message(error: SyntaxError) -> str:
    text = (error.text or "").rstrip("\n")
    start = min(max((error.offset or 1) - 1, 0), len(text))
    if not text.strip() or len(text) > 4 * SHORT_CHARS:
        return str(error.msg)
    wide = 1
    if error.end_lineno == error.lineno and (error.end_offset or 0) - 1 > start:
        wide = min((error.end_offset or 0) - 1, len(text)) - start
    return f"{error.msg}\n{text}\n{' ' * start}{'^' * max(wide, 1)}"


def _frames(error: BaseException, name: str) -> list[tuple[int, str, list[tuple[str, str]]]]:
    own = [
        (frame, line or 1)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if frame.f_code.co_filename == name
    ]
    if len(own) > FIRST_FRAMES + LAST_FRAMES:
        own = own[:FIRST_FRAMES] + own[-LAST_FRAMES:]
    return [(line, frame.f_code.co_name, _locals(frame, line, name)) for frame, line in own]


def _locals(frame: FrameType, line: int, name: str) -> list[tuple[str, str]]:
    """What the locals hold, those named on the line first."""
    words = set(re.findall(r"\w+", linecache.getline(name, line)))
    held = [
        (key, text)
        for key, value in list(frame.f_locals.items())
        if not key.startswith("__") and (text := shown(value))
    ]
    held.sort(key=lambda item: item[0] not in words)
    return held[:LOCALS]


def shown(value: Any) -> str:
    """A shape or a short value; "" for what isn't worth a word. Runs no method of the user's."""
    shape = arrays.describe(value)
    if shape:
        return shape
    kind = type(value)
    if value is None or kind is bool or kind is float:
        return repr(value)
    if kind is int:
        return repr(value) if value.bit_length() < 64 else f"an int of {value.bit_length()} bits"
    if kind is str or kind is bytes:
        short = len(value) <= SHORT_CHARS
        return repr(value) if short else f"{kind.__name__} of {len(value)}"
    if kind is tuple and len(value) <= 6 and all(type(v) in (int, bool) for v in value):
        return repr(value)[: 2 * SHORT_CHARS]
    if kind in (list, tuple, dict, set):
        return f"{kind.__name__} of {len(value)}"
    return ""
