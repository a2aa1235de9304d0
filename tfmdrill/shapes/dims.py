"""One axis of a shape comment: `B`, `3*d`, `n + 1`, `d // h`, `1`, `...`, and its value."""

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

MOST_CHARS = 60
MOST_SIZE = 2**63
SOLUTIONS = 4096  # values of an unknown symbol that are tried
ANY_AXES = ("...", "…", "*")
ANY_AXIS = ("_", "?", ":")
_ODD = str.maketrans({"×": "*", "·": "*", "⋅": "*", "−": "-", "÷": "/"})  # noqa: RUF001 as people write
_COEFFICIENT = re.compile(r"\b(\d+)(?=[^\W\d])")


@dataclass(frozen=True, slots=True)
class Match:
    """How written axes stand to a shape.

    wrong: the axes of the shape, from 0, whose size isn't what was written. fits: whether there
    are as many axes as were written. bound: what symbols without a value came to stand for.
    """

    fits: bool
    wrong: tuple[int, ...] = ()
    bound: Mapping[str, int] = field(default_factory=dict)

    @property
    def right(self) -> bool:
        return self.fits and not self.wrong


def is_any_axes(dim: str) -> bool:
    return dim in ANY_AXES or (dim.startswith("*") and dim[1:].isidentifier())


def is_dim(text: str) -> bool:
    """Whether a text can be an axis of a shape."""
    return is_any_axes(text) or text in ANY_AXIS or _parsed(text) is not None


def symbols_in(dim: str) -> tuple[str, ...]:
    """The symbols of an axis, each once.

    >>> symbols_in("h*d_k")
    ('h', 'd_k')
    """
    tree = None if is_any_axes(dim) or dim in ANY_AXIS else _parsed(dim)
    if tree is None:
        return ()
    names = (ast.unparse(n) for n in ast.walk(tree) if _is_symbol(n))
    return tuple(dict.fromkeys(names))


def evaluate(dim: str, values: Mapping[str, int]) -> int | None:
    """The size that is written, None where a symbol has no value or it comes to no whole number.

    >>> evaluate("3d", {"d": 8}), evaluate("d/h", {"d": 8, "h": 3}), evaluate("n+1", {})
    (24, None, None)
    """
    tree = _parsed(dim)
    try:
        return None if tree is None else _value(tree, values)
    except (KeyError, ZeroDivisionError, ArithmeticError):
        return None


def match(dims: Sequence[str], shape: Sequence[int], values: Mapping[str, int]) -> Match:
    """How the axes written stand to a shape, with the sizes that symbols are known to have.

    A symbol without a value takes the size that it stands at, and must keep it.
    """
    pairs = _aligned(dims, shape)
    if pairs is None:
        return Match(False)
    known = dict(values)
    bound: dict[str, int] = {}
    wrong: set[int] = set()
    for dim, axis in pairs:
        if symbols_in(dim) == (dim,) and dim not in known:
            known[dim] = bound[dim] = shape[axis]
    for dim, axis in pairs:
        unknown = [name for name in symbols_in(dim) if name not in known]
        if len(unknown) == 1:
            found = _solutions(dim, unknown[0], shape[axis], known)
            if len(found) == 1:
                known[unknown[0]] = bound[unknown[0]] = found[0]
            elif not found:
                wrong.add(axis)
        elif not unknown and dim not in ANY_AXIS and evaluate(dim, known) != shape[axis]:
            wrong.add(axis)
    return Match(True, tuple(sorted(wrong)), bound)


def axes_of(dims: Sequence[str], shape: Sequence[int]) -> dict[int, str]:
    """What is written for each axis of the shape; {} where there aren't as many."""
    return {axis: dim for dim, axis in _aligned(dims, shape) or ()}


def _aligned(dims: Sequence[str], shape: Sequence[int]) -> list[tuple[str, int]] | None:
    """Each written axis with the axis of the shape that it is about; `...` takes what is left."""
    open_ended = [place for place, dim in enumerate(dims) if is_any_axes(dim)]
    if not open_ended:
        return list(zip(dims, range(len(shape)), strict=True)) if len(dims) == len(shape) else None
    first = open_ended[0]
    after = dims[first + 1 :]
    if len(open_ended) > 1 or first + len(after) > len(shape):
        return None
    start = len(shape) - len(after)
    return [
        *((dims[axis], axis) for axis in range(first)),
        *((dim, start + place) for place, dim in enumerate(after)),
    ]


def _solutions(dim: str, name: str, size: int, known: Mapping[str, int]) -> list[int]:
    """The one value of a symbol that gives the size, or two of several."""
    found: list[int] = []
    for value in range(1, SOLUTIONS):
        if evaluate(dim, {**known, name: value}) == size:
            found.append(value)
            if len(found) == 2:
                break
    return found


@lru_cache(maxsize=2048)
def _parsed(text: str) -> ast.expr | None:
    """The arithmetic that a text is, None where it is anything else."""
    text = _COEFFICIENT.sub(r"\1*", text.translate(_ODD).strip())
    if not text or len(text) > MOST_CHARS:
        return None
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    return tree if _is_arithmetic(tree) else None


def _is_arithmetic(node: ast.expr) -> bool:
    match node:
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult(), right=right):
            return _is_arithmetic(left) and _is_arithmetic(right)
        case ast.BinOp(left=left, op=ast.Div() | ast.FloorDiv(), right=right):
            return _is_arithmetic(left) and _is_arithmetic(right)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _is_arithmetic(operand)
        case ast.Constant(value=int() as value):
            return not isinstance(value, bool) and value < MOST_SIZE
    return _is_symbol(node)


def _is_symbol(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) or (
        isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    )


def _value(node: ast.expr, values: Mapping[str, int]) -> int:
    """Raises: KeyError for a symbol without a value, ArithmeticError for a fraction."""
    match node:
        case ast.Constant(value=int() as value):
            return value
        case ast.UnaryOp(operand=operand):
            return -_value(operand, values)
        case ast.BinOp(left=left, op=op, right=right):
            a, b = _value(left, values), _value(right, values)
            match op:
                case ast.Add():
                    return a + b
                case ast.Sub():
                    return a - b
                case ast.Mult():
                    return a * b
                case ast.Div() if a % b:
                    raise ArithmeticError("a fraction")
            return a // b
    return values[ast.unparse(node)]
