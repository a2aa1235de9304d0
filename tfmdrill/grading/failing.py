"""A failed step as a person looks at it: the call, its arguments, expected beside got."""

from typing import Any

import numpy as np

from tfmdrill.grading.comparing import describe, with_article
from tfmdrill.grading.grid import grid_of
from tfmdrill.grading.judging import Verdict
from tfmdrill.grading.plan import Step
from tfmdrill.model.report import Argument, Failure
from tfmdrill.runner import Opaque, RemoteArray

LITERAL_ENTRIES = 400  # arrays up to this size are written out
SHOWN_CHARACTERS = 300


def failure_of(verdict: Verdict) -> Failure:
    """What is shown of a failed step: input, answer due and answer given."""
    step, mismatch = verdict.step, verdict.mismatch
    arrays = mismatch is not None and mismatch.expected is not None
    grid = None
    if mismatch is not None and mismatch.expected is not None and mismatch.got is not None:
        numeric = mismatch.expected.size and mismatch.expected.ndim
        grid = grid_of(mismatch.expected, mismatch.got, mismatch.bound) if numeric else None
    return Failure(
        call=call_text(step),
        arguments=_arguments(step),
        expected="" if grid else _short(_due(verdict)),
        got="" if grid else _short(_given(verdict)),
        grid=grid,
        exception=verdict.seen.exception,
        layout=_layout_words(step.layout) if arrays or step.layout != "contiguous" else "",
    )


def call_text(step: Step) -> str:
    """The call as the user would type it: `masked_attention(q, k, v, causal=True)`."""
    case = step.case
    if case.script is not None:
        return f"{case.entry}, called several times: {case.title or case.mode or 'a script'}"
    parts = [_inline(name, value) for name, value in zip(_names(step), case.args, strict=False)]
    parts += [f"{name}={_inline(name, value)}" for name, value in case.kwargs.items()]
    return f"{case.entry}({', '.join(parts)})"


def _names(step: Step) -> list[str]:
    known = list(step.case.names)
    return known + [f"arg{i}" for i in range(len(known), len(step.case.args))]


def _inline(name: str, value: Any) -> str:
    """Scalars and short text stand in the call, everything else goes by its name."""
    if value is None or isinstance(value, bool | int | float):
        return repr(value)
    if isinstance(value, str) and len(value) <= 40:
        return repr(value)
    return name


def _arguments(step: Step) -> tuple[Argument, ...]:
    pairs = [*zip(_names(step), step.case.args, strict=False), *step.case.kwargs.items()]
    return tuple(
        Argument(name, _summary(value, step.dtype), literal(value, step.dtype))
        for name, value in pairs
    )


def _summary(value: Any, dtype: str) -> str:
    if isinstance(value, np.ndarray):
        name = dtype if value.dtype.kind == "f" else str(value.dtype)
        return f"{name} {value.shape}"
    if callable(value):
        return "a function"
    if isinstance(value, list | dict | tuple | str | bytes) and len(value) > 12:
        return describe(value)
    return repr(value)


def literal(value: Any, dtype: str) -> str:
    """Python source, over NumPy as np, that rebuilds a value; empty where it is too large."""
    if isinstance(value, np.ndarray):
        if value.size > LITERAL_ENTRIES:
            return ""
        name = "float32" if dtype == "bfloat16" else dtype
        kind = name if value.dtype.kind == "f" else str(value.dtype)
        items = value.astype(kind).tolist() if value.dtype.kind == "f" else value.tolist()
        body = repr(items).replace("nan", "np.nan").replace("inf", "np.inf")
        made = f"np.array({body}, dtype=np.{kind})"
        return made if value.size else f"np.zeros({value.shape}, dtype=np.{kind})"
    if callable(value):
        return ""
    text = repr(value)
    return text if len(text) <= 20_000 else ""


def _due(verdict: Verdict) -> str:
    answer = verdict.step.expected.answer
    if answer.is_exception:
        return with_article(answer.raised[0])
    return _value_words(answer.value)


def _given(verdict: Verdict) -> str:
    if verdict.seen.exception is not None:
        return f"{verdict.seen.exception.type}"
    if not verdict.seen.returned or verdict.gradient is not None or verdict.changed:
        return verdict.message
    return _value_words(verdict.seen.answer.value)


def _value_words(value: Any) -> str:
    if isinstance(value, RemoteArray) and value.values.ndim == 0:
        return f"{value.values.item()!r} ({describe(value)})"
    if isinstance(value, Opaque):
        return value.says
    if isinstance(value, np.ndarray | np.generic) and np.ndim(value) == 0:
        return repr(value.item())
    if isinstance(value, bool | int | float | str | bytes) or value is None:
        return repr(value)
    if isinstance(value, list) and all(isinstance(v, bool | int | float) for v in value):
        return repr(value)
    return describe(value)


def _short(text: str) -> str:
    return text if len(text) <= SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 4] + " ..."


def _layout_words(layout: str) -> str:
    kind, _, symbol = layout.partition(" ")
    return {
        "contiguous": "",
        "transposed": "arguments are views of transposed memory (not contiguous)",
        "step2": "arguments are every second element of a larger buffer (not contiguous)",
        "expanded": f"arguments are expanded along {symbol} (stride 0)",
    }[kind]
