"""A child's account of an exception as an `ExceptionInfo`, with the user's own lines."""

import re
from pathlib import Path
from typing import Any

from tfmdrill.model.report import ExceptionInfo, Frame
from tfmdrill.model.source import Source
from tfmdrill.runner.inside.wire import WireError
from tfmdrill.runner.values import Raised
from tfmdrill.runner.visible import visible

NAME_CHARS = 200
MESSAGE_CHARS = 2_100
SHOWN_CHARS = 100
MAX_FRAMES = 20
MAX_LOCALS = 30
_INSTALL_NAMES = {
    "sklearn": "scikit-learn",
    "PIL": "pillow",
    "yaml": "pyyaml",
    "cv2": "opencv-python",
}
_MODULE = re.compile(r"[A-Za-z_]\w*", re.ASCII)


def raised(account: Any, source: Source) -> Raised:
    """The exception that a `raised` message describes. Raises WireError where it doesn't."""
    match account:
        case {
            "type": str() as kind,
            "message": str() as message,
            "bases": list() as bases,
            "frames": list() as frames,
            "missing": str() as missing,
        } if all(isinstance(base, str) for base in bases):
            lines = source.code.decode("utf-8", "replace").split("\n")
            info = ExceptionInfo(
                visible(kind, NAME_CHARS),
                _advised(visible(message, MESSAGE_CHARS), missing, source),
                tuple(_frame(frame, lines, source) for frame in frames[:MAX_FRAMES]),
                tuple(bases),
            )
            return Raised(info)
    raise WireError("an account of an exception that isn't one")


def _frame(account: Any, lines: list[str], source: Source) -> Frame:
    match account:
        case (int() as line, str() as function, list() as held):
            text = lines[line - 1].strip() if 1 <= line <= len(lines) else ""
            return Frame(
                source.place(line),
                visible(function, NAME_CHARS),
                visible(text, NAME_CHARS),
                tuple(_local(item) for item in held[:MAX_LOCALS]),
            )
    raise WireError("a frame that isn't one")


def _local(account: Any) -> tuple[str, str]:
    match account:
        case (str() as name, str() as shown):
            return visible(name, NAME_CHARS), visible(shown, SHOWN_CHARS)
    raise WireError("a local that isn't one")


def _advised(message: str, missing: str, source: Source) -> str:
    """The message, with what to do about an import that failed."""
    top = missing.partition(".")[0]
    if "attempted relative import" in message:
        return f"{message}; a submission is one file, so it can't import its neighbours"
    if not _MODULE.fullmatch(top):
        return message
    if top == "tfmdrill":
        return "a submission can't import tfmdrill itself"
    beside = Path(source.name).parent / top
    if beside.with_suffix(".py").is_file() or beside.is_dir():
        return f"{message}; a submission is one file, so it can't import {top} from beside it"
    name = _INSTALL_NAMES.get(top, top)
    return f"{message}; to use it, install it beside tfmdrill: pip install {name}"
