"""The places of a source where a mutant may differ from it, with what is known of each."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

SKIPPED_FIELDS = ("annotation", "returns", "decorator_list", "type_comment", "msg")
SKIPPED_NODES = (ast.Import, ast.ImportFrom, ast.Raise, ast.JoinedStr)
AXIS_KEYWORDS = ("dim", "axis", "dim0", "dim1", "dims", "axes", "axis1", "axis2")
AXIS_CALLS = (
    *("transpose", "swapaxes", "permute", "movedim", "moveaxis", "unsqueeze", "squeeze"),
    *("expand_dims", "flatten", "unflatten", "rollaxis", "size", "unbind"),
)


class Role(StrEnum):
    """What a number, or any expression, is used for."""

    PLAIN = "plain"
    AXIS = "axis"  # a dim or axis argument
    BOUND = "bound"  # an end of a slice or range
    INDEX = "index"  # between the brackets of a subscript


@dataclass(frozen=True, slots=True)
class Place:
    """One node, where it hangs, and its role; `rebinds`: an assignment to names bound before."""

    node: ast.AST
    holder: ast.AST
    field: str
    index: int | None
    role: Role = Role.PLAIN
    rebinds: bool = False

    def put(self, node: ast.AST) -> None:
        """Hang another node here, or this one again."""
        if self.index is None:
            setattr(self.holder, self.field, node)
        else:
            getattr(self.holder, self.field)[self.index] = node


def places_in(tree: ast.Module) -> Iterator[Place]:
    """Every place that may be edited, parents before children, in the order of the source."""
    rebinding = _rebinding_statements(tree)
    stack = [Place(tree, tree, "", None)]
    while stack:
        place = stack.pop()
        if place.field:
            yield place
        if not _is_number(place.node):  # -1 is one number, not a minus and a 1
            stack.extend(reversed(list(_children(place, rebinding))))


def _children(place: Place, rebinding: set[int]) -> Iterator[Place]:
    holder = place.node
    for field, value in ast.iter_fields(holder):
        if field in SKIPPED_FIELDS:
            continue
        for index, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(node, ast.AST) or isinstance(node, SKIPPED_NODES):
                continue
            if _is_docstring(node):
                continue
            role = _role(place, field)
            yield Place(node, holder, field, index, role, rebinds=id(node) in rebinding)


def _role(parent: Place, field: str) -> Role:
    """The role of what hangs in `field` of the parent's node; a tuple hands its own on."""
    match parent.node, field:
        case ast.Slice(), "lower" | "upper":
            return Role.BOUND
        case ast.Subscript(), "slice":
            return Role.INDEX
        case ast.Call(func=ast.Name(id="range")), "args":
            return Role.BOUND
        case ast.Call(func=ast.Attribute(attr=name)), "args" if name in AXIS_CALLS:
            return Role.AXIS
        case ast.keyword(arg=str(name)), "value" if name in AXIS_KEYWORDS:
            return Role.AXIS
        case ((ast.Tuple() | ast.List()), "elts"):
            return parent.role
    return Role.PLAIN


def _is_number(node: ast.AST) -> bool:
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float())):
            return True
    return False


def _is_docstring(node: ast.AST) -> bool:
    match node:
        case ast.Expr(value=ast.Constant(value=str())):
            return True
    return False


def _rebinding_statements(tree: ast.Module) -> set[int]:
    """Ids of the assignments that can go without leaving a name unbound."""
    found = set()
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.Module):
            continue
        bound = set()
        if isinstance(function, ast.FunctionDef):
            bound = {a.arg for a in ast.walk(function.args) if isinstance(a, ast.arg)}
        for statement in _statements_of(function):
            targets: list[ast.expr] = []
            if isinstance(statement, ast.Assign):
                targets = statement.targets
            elif isinstance(statement, ast.For):
                bound |= _names(statement.target)
            names = set().union(*map(_names, targets))
            if targets and names <= bound:
                found.add(id(statement))
            bound |= names
    return found


def _statements_of(function: ast.FunctionDef | ast.Module) -> Iterator[ast.stmt]:
    """The statements of one function in order, not those of the functions in it."""
    stack: list[ast.stmt] = function.body[::-1]
    while stack:
        statement = stack.pop()
        yield statement
        if not isinstance(statement, ast.FunctionDef | ast.ClassDef):
            inner = [n for n in ast.iter_child_nodes(statement) if isinstance(n, ast.stmt)]
            stack.extend(reversed(inner))


def _names(target: ast.expr) -> set[str]:
    """The names that an assignment binds; for `x[i] = y` none."""
    return {n.id for n in ast.walk(target) if isinstance(n, ast.Name) and _is_stored(n)}


def _is_stored(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)
