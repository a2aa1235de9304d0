"""What a mutant may put in place of one node of a source."""

import ast
import copy
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tfmdrill.verify.places import Role

OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.Pow: ast.Mult,
    ast.FloorDiv: ast.Mod,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
ORDERED_OPERATORS = (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult)
COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
TWINS = (
    *(("min", "max"), ("minimum", "maximum"), ("amin", "amax"), ("argmin", "argmax")),
    *(("any", "all"), ("zeros", "ones"), ("zeros_like", "ones_like"), ("tril", "triu")),
    *(("floor", "ceil"), ("sum", "mean"), ("sin", "cos"), ("log", "exp")),
    *(("cumsum", "cumprod"), ("logical_and", "logical_or")),
)
RENAMED = dict(TWINS) | {second: first for first, second in TWINS}
# Dropping these calls changes no value, or leaves what can't run.
KEPT_CALLS = (
    *("range", "len", "isinstance", "enumerate", "zip", "list", "tuple", "super", "print"),
    *("arange", "zeros", "ones", "empty", "full", "eye", "contiguous", "asarray"),
    *("ascontiguousarray", "as_tensor", "size", "item", "unbind", "chunk", "split"),
)
SYMMETRIC_CALLS = (
    *("transpose", "swapaxes", "min", "max", "minimum", "maximum", "isinstance", "zip"),
    *("logical_and", "logical_or", "equal", "eq", "ne", "add", "mul", "multiply"),
)


@dataclass(frozen=True, slots=True)
class Edit:
    """A node to put in place of another.

    kind: the sort of change, one word; says: the change in the source's own words.
    """

    kind: str
    says: str
    new: ast.AST


def edits_of_statement(node: ast.stmt, *, rebinds: bool) -> Iterator[Edit]:
    """Statements dropped, conditions that always or never hold; rebinds: see `Place`."""
    match node:
        case ast.AugAssign(op=op) if type(op) in OPERATORS:
            yield _changed("operator", node, op=OPERATORS[type(op)]())
            yield _dropped(node)
        case ast.Expr(value=ast.Call()) | ast.Break() | ast.Continue() | ast.Assert() | ast.For():
            yield _dropped(node)
        case ast.AugAssign() | ast.Delete():
            yield _dropped(node)
        case ast.Assign() if rebinds:
            yield _dropped(node)
        case ast.If(test=test):
            if not isinstance(node.body[0], ast.Raise):
                yield _condition(node, test, value=True)
            yield _condition(node, test, value=False)
        case ast.While(test=test):
            yield _condition(node, test, value=False)
        case ast.Return(value=ast.Tuple(elts=elements)):
            for swapped in _swapped_neighbours(elements):
                new = ast.Return(value=ast.Tuple(elts=swapped, ctx=ast.Load()))
                yield Edit("order", _becomes(node, new), new)


def edits_of_expression(node: ast.expr, *, role: Role) -> Iterator[Edit]:
    """Everything that is tried in place of one expression."""
    number = _number_of(node)
    match node:
        case _ if number is not None:
            yield from _other_numbers(node, number, role)
        case ast.Constant(value=bool(value)):
            yield Edit("flag", f"`{value}` becomes `{not value}`", ast.Constant(not value))
        case ast.BinOp(left=left, op=op, right=right):
            if type(op) in OPERATORS:
                yield _changed("operator", node, op=OPERATORS[type(op)]())
            if isinstance(op, ORDERED_OPERATORS):
                yield _changed("order", node, left=right, right=left)
        case ast.Compare(ops=ops):
            for i, comparison in enumerate(ops):
                for other in COMPARISONS[type(comparison)]:
                    yield _changed("comparison", node, ops=[*ops[:i], other(), *ops[i + 1 :]])
        case ast.BoolOp(op=op):
            other_op = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield _changed("operator", node, op=other_op)
        case ast.UnaryOp(operand=operand):
            yield Edit("sign", _becomes(node, operand), operand)
        case ast.IfExp(body=body, orelse=orelse):
            yield _changed("condition", node, body=orelse, orelse=body)
        case ast.Attribute(attr="T" | "mT", value=value):
            yield Edit("unwrapped", _becomes(node, value), value)
        case ast.Attribute(attr=name) if name in RENAMED:
            yield _changed("function", node, attr=RENAMED[name])
        case ast.Slice():
            yield from _other_slices(node)
        case ast.Call():
            yield from _other_calls(node)
    if role is Role.BOUND and number is None:
        yield from _off_by_one(node)


def _other_numbers(node: ast.expr, number: int | float, role: Role) -> Iterator[Edit]:
    """The neighbours of an axis, index or bound; elsewhere also 0, the negative and the double."""
    others: Sequence[int | float]
    if role is not Role.PLAIN:
        others = (number + 1, number - 1)
    elif isinstance(number, int) and abs(number) <= 2:
        others = (number + 1, 0, -number)
    else:
        others = (number + 1, type(number)(0), -number, number * 2)
    for other in dict.fromkeys(others):
        if math.isfinite(other) and other != number:
            new = _literal(other)
            kind = "axis" if role is Role.AXIS else "constant"
            yield Edit(kind, _becomes(node, new), new)


def _off_by_one(node: ast.expr) -> Iterator[Edit]:
    for op in (ast.Add(), ast.Sub()):
        new = ast.BinOp(left=node, op=op, right=ast.Constant(1))
        yield Edit("bound", _becomes(node, new), new)


def _other_slices(node: ast.Slice) -> Iterator[Edit]:
    for end in ("lower", "upper", "step"):
        if getattr(node, end) is not None:
            yield _changed("bound", node, **{end: None})


def _other_calls(node: ast.Call) -> Iterator[Edit]:
    name = _last_name(node.func)
    inside = _wrapped_by(node)
    if inside is not None and name not in KEPT_CALLS:
        yield Edit("unwrapped", _becomes(node, inside), inside)
    if isinstance(node.func, ast.Name) and name in RENAMED:
        yield _changed("function", node, func=ast.Name(RENAMED[name], ast.Load()))
    if name not in SYMMETRIC_CALLS:
        for swapped in _swapped_neighbours(node.args):
            yield _changed("order", node, args=swapped)


def _wrapped_by(node: ast.Call) -> ast.expr | None:
    """The value that a call works on: its object, or its first argument where that is no number."""
    func = node.func
    if isinstance(func, ast.Attribute) and not _is_module(func.value):
        return func.value
    first = node.args[0] if node.args else None
    if first is None or isinstance(first, ast.Starred | ast.Constant | ast.Tuple | ast.List):
        return None
    return first


def _is_module(node: ast.expr) -> bool:
    """Whether an expression is a library as people name it: np.exp, torch.nn.functional.relu."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) and node.id in ("np", "numpy", "torch", "F", "nn", "math")


def _swapped_neighbours(nodes: list[ast.expr]) -> Iterator[list[ast.expr]]:
    """The list with two neighbours swapped, where both are numbers or neither is."""
    for i, (one, two) in enumerate(itertools.pairwise(nodes)):
        alike = (_number_of(one) is None) == (_number_of(two) is None)
        if alike and not isinstance(one, ast.Starred) and not isinstance(two, ast.Starred):
            yield [*nodes[:i], two, one, *nodes[i + 2 :]]


def _number_of(node: ast.expr) -> int | float | None:
    match node:
        case ast.Constant(value=bool()):
            return None
        case ast.Constant(value=int() | float() as value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return -value
    return None


def _literal(number: int | float) -> ast.expr:
    """A number as the parser would give it, so that `-2 ** x` is never written for `(-2) ** x`."""
    if number < 0:
        return ast.UnaryOp(op=ast.USub(), operand=ast.Constant(-number))
    return ast.Constant(number)


def _last_name(func: ast.expr) -> str:
    match func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _changed(kind: str, node: ast.AST, **fields: Any) -> Edit:
    """A copy of the node with other fields."""
    new = copy.copy(node)
    for field, value in fields.items():
        setattr(new, field, value)
    return Edit(kind, _becomes(node, new), new)


def _condition(node: ast.If | ast.While, test: ast.expr, *, value: bool) -> Edit:
    new = copy.copy(node)
    new.test = ast.Constant(value)
    return Edit("condition", f"`{ast.unparse(test)}` is always {value}", new)


def _dropped(node: ast.stmt) -> Edit:
    first_line = ast.unparse(node).partition("\n")[0]
    return Edit("dropped", f"`{first_line}` is dropped", ast.Pass())


def _becomes(node: ast.AST, new: ast.AST) -> str:
    return f"`{ast.unparse(node)}` becomes `{ast.unparse(new)}`"
