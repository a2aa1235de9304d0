"""Which forbidden torch operations one call makes, seen while it runs rather than in the source."""

import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

# What torch's own bookkeeping calls; says nothing of what the user asked for.
_BOOKKEEPING = ("torch.autograd.grad_mode", "torch.autograd.graph", "torch.autograd.profiler")


def forbidden_calls(
    call: Callable[[], Any], names: Sequence[str], file: str
) -> list[tuple[str, int]]:
    """(name, line of the user's file) of each forbidden operation that `call` makes, in order.

    names: the last part of a function's or module class's name (`softmax`, `MultiheadAttention`),
        or a dotted module (`torch.optim`). An exception of the call ends it and is dropped:
        what had been called by then counts.
    """
    from torch.overrides import TorchFunctionMode

    found: dict[tuple[str, int], None] = {}

    class Recorder(TorchFunctionMode):
        def __torch_function__(
            self, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            del types
            for hit in _hits(func, names, file):
                found[hit] = None
            return func(*args, **(kwargs or {}))

    try:
        with Recorder():
            call()
    except MemoryError:
        raise
    except BaseException:
        return list(found)
    return list(found)


def _hits(func: Any, names: Sequence[str], file: str) -> list[tuple[str, int]]:
    module = str(getattr(func, "__module__", "") or "")
    pending = [n for n in names if _is_named(n, _names_of(func), module)]
    hits: list[tuple[str, int]] = []
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        if frame.f_code.co_filename == file:
            hits += [(name, frame.f_lineno) for name in dict.fromkeys(pending)]
            pending = []
        else:
            pending += [n for n in names if _is_frame_of(n, frame)]
        frame = frame.f_back
    return hits


def _names_of(func: Any) -> set[str]:
    """The spellings under which an operation is known: softmax for special_softmax, _softmax."""
    from torch.overrides import resolve_name

    own = str(getattr(func, "__name__", ""))
    resolved = str(resolve_name(func) or "").rpartition(".")[2]
    return {name.removeprefix("special_").strip("_") for name in (own, resolved)} - {""}


def _is_named(name: str, spellings: set[str], module: str) -> bool:
    if "." in name:
        return _is_within(module, name) or (name == "torch.autograd" and "backward" in spellings)
    return name.strip("_") in spellings


def _is_frame_of(name: str, frame: FrameType) -> bool:
    """Whether a frame of torch's own Python code is the forbidden function, class or module."""
    module = str(frame.f_globals.get("__name__", ""))
    if not _is_within(module, "torch"):
        return False
    if "." in name:
        return _is_within(module, name)
    owner = type(frame.f_locals.get("self")) if "self" in frame.f_locals else None
    return name in (frame.f_code.co_name, owner.__name__ if owner else "") and (
        owner is None or _is_within(owner.__module__, "torch")
    )


def _is_within(module: str, package: str) -> bool:
    if module in _BOOKKEEPING:
        return False
    return module == package or module.startswith(f"{package}.")
