"""Arguments as they are sent to a submission: in the dtype and layout that a step asks for."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from tfmdrill.grading.axes import positions
from tfmdrill.grading.plan import Step
from tfmdrill.grading.trees import map_arrays
from tfmdrill.model.case import Case
from tfmdrill.model.problem import Problem
from tfmdrill.runner import Arg

Array = np.ndarray[Any, Any]

HALF_DTYPES = ("float16", "bfloat16")


def cast(array: Array, dtype: str, layout: str = "contiguous", axis: int = 0) -> Any:
    """An argument as it is sent: floats in `dtype`, everything in `layout`."""
    is_float = array.dtype.kind == "f"
    sent = array.astype("float32" if dtype == "bfloat16" else dtype) if is_float else array
    if layout == "contiguous" and not (is_float and dtype == "bfloat16"):
        return sent
    name = dtype if is_float else str(array.dtype)
    return Arg(sent, dtype=name, layout=layout, axis=axis)


def encode(problem: Problem, step: Step) -> tuple[list[Any], dict[str, Any]]:
    """Positional and keyword arguments of a plain call, in the step's dtype and layout."""
    case: Case = step.case
    layout, _, symbol = step.layout.partition(" ")
    along: Mapping[str, int] = positions(problem, case, symbol) if symbol else {}

    def sent(name: str, value: Any) -> Any:
        def one(array: Array) -> Any:
            if layout == "expanded" and name not in along:
                return cast(array, step.dtype)
            if array.ndim == 0:
                return cast(array, step.dtype)
            chosen = "step2" if layout == "transposed" and array.ndim < 2 else layout
            return cast(array, step.dtype, chosen, along.get(name, 0))

        return map_arrays(value, one)

    names = (*case.names, *[f"arg{i}" for i in range(len(case.names), len(case.args))])
    args = [sent(name, value) for name, value in zip(names, case.args, strict=False)]
    return args, {name: sent(name, value) for name, value in case.kwargs.items()}
