"""The user's source with a note at every assignment: a call that tells a recorder what it held.

The tree is rewritten rather than run under `sys.settrace`: a note sees exactly the value that was
assigned (in an unpacking, a walrus, a comprehension, a return), costs little in a long loop, and
goes on where the user's code sets a trace function of its own. Values pass through unchanged and
every line keeps its number.
"""

import ast
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Any, TypeVar

NOTE = "__tfmdrill_note__"  # note(place, value) gives back the value
NOTE_ATTRIBUTE = "__tfmdrill_note_attribute__"  # note(place, object, name of its attribute)
PLACES = 2_000  # in one file; what comes after them is not noted
NAME_CHARS = 60

_ONLY_TREE: int = ast.PyCF_ONLY_AST
Kind = str  # one of tfmdrill.model.shapes.Kind, which the child doesn't import
T = TypeVar("T", bound=ast.AST)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value is noted.

    line, end, column: of the statement or parameter. name: the target as it is written.
    function: the line of the enclosing `def`, 0 at the top of the file.
    """

    line: int
    end: int
    column: int
    kind: Kind
    name: str
    function: int


def compile_with_notes(text: str, name: str) -> tuple[CodeType, list[Place]]:
    """The code of a file with notes, and their places by number.

    A source that Python compiles but that is nested too deeply to be rewritten has no notes.
    Raises what `compile` raises for the text itself.
    """
    plain = compile(text, name, "exec", dont_inherit=True)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # said already
            tree: ast.Module = compile(text, name, "exec", _ONLY_TREE, dont_inherit=True)
            places = _Noting().add(tree)
            return compile(tree, name, "exec", dont_inherit=True), places
    except (RecursionError, MemoryError):
        return plain, []


class _Noting:
    def __init__(self) -> None:
        self._places: list[Place] = []
        self._own: set[int] = set()  # ids of the nodes that are notes
        self._kept: list[ast.AST] = []  # so that no id is used twice

    def add(self, tree: ast.Module) -> list[Place]:
        """Rewrite the tree, without recursion: a source may be nested as deeply as it likes."""
        pending: list[tuple[ast.AST, int]] = [(tree, 0)]
        while pending:
            node, function = pending.pop()
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                function = node.lineno
            pending += [(child, function) for child in ast.iter_child_nodes(node)]
            self._rewrite(node, function)
        return self._places

    def _rewrite(self, node: ast.AST, function: int) -> None:
        for field in ("body", "orelse", "finalbody"):
            statements = getattr(node, field, None)
            if isinstance(statements, list):
                setattr(node, field, [*self._noted(statements, function)])
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._note_parameters(node)
            case ast.NamedExpr():
                node.value = self._passing(node, "walrus", node.target, node.value, function)
            case ast.Lambda():
                node.body = self._passing(node, "lambda", "lambda", node.body, function)
            case ast.comprehension():
                calls = self._told(node.target, node.target, "comprehension", function)
                if calls:  # a tuple with something in it is true
                    node.ifs.insert(0, _at(node.target, ast.Tuple(calls, ast.Load())))

    def _noted(self, statements: list[ast.stmt], function: int) -> Iterator[ast.stmt]:
        """The statements, each with its notes; those of a loop stand at the top of its body."""
        for statement in statements:
            yield statement
            if id(statement) in self._own:
                continue
            for call in self._statement(statement, function):
                yield self._as_statement(call)

    def _statement(self, statement: ast.stmt, function: int) -> list[ast.expr]:
        """Wrap what the statement assigns; the calls are to follow it."""
        match statement:
            case ast.Assign(targets=[ast.Tuple() as target], value=ast.Tuple() as value) if len(
                target.elts
            ) == len(value.elts) and not any(
                isinstance(e, ast.Starred) for e in (*target.elts, *value.elts)
            ):
                pairs = zip(target.elts, value.elts, strict=True)
                value.elts = [self._assigned(statement, t, v, function) for t, v in pairs]
                return self._bases(statement, target, function)
            case ast.Assign(targets=[ast.Tuple() | ast.List() as target, *_]):
                return self._told(statement, target, "unpacked", function)
            case ast.Assign(targets=[target, *_], value=value):
                statement.value = self._assigned(statement, target, value, function)
                return self._bases(statement, target, function)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                statement.value = self._assigned(statement, target, value, function)
                return self._bases(statement, target, function)
            case ast.AugAssign(target=target):
                return self._told(statement, target, "augmented", function)
            case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
                statement.value = self._passing(statement, "return", "return", value, function)
            case ast.Expr(value=ast.Call() as value):
                name = value.func
                statement.value = self._passing(statement, "expression", name, value, function)
            case ast.For() | ast.AsyncFor():
                calls = self._told(statement.iter, statement.target, "for", function)
                statement.body[:0] = [self._as_statement(call) for call in calls]
            case ast.With() | ast.AsyncWith():
                for item in reversed(statement.items):
                    if item.optional_vars is not None:
                        told = self._told(item.context_expr, item.optional_vars, "with", function)
                        statement.body[:0] = [self._as_statement(call) for call in told]
        return []

    def _note_parameters(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        given = node.args
        calls = [
            call
            for arg in (*given.posonlyargs, *given.args, *given.kwonlyargs)
            for call in self._call(arg, "parameter", arg.arg, node.lineno, _name(arg, arg.arg))
        ]
        has_docstring = ast.get_docstring(node, clean=False) is not None
        node.body[has_docstring:has_docstring] = [self._as_statement(call) for call in calls]

    def _assigned(
        self, statement: ast.stmt, target: ast.expr, value: ast.expr, function: int
    ) -> ast.expr:
        kind = "alias" if isinstance(value, ast.Name) else "assigned"
        if isinstance(target, ast.Subscript):
            kind = "element"
        return self._passing(statement, kind, target, value, function)

    def _passing(
        self, at: ast.AST, kind: Kind, name: ast.expr | str, value: ast.expr, function: int
    ) -> ast.expr:
        """The value through a note, or as it is where nothing is noted."""
        text = name if isinstance(name, str) else _text(name)
        return next(iter(self._call(at, kind, text, function, value)), value)

    def _bases(self, at: ast.AST, target: ast.expr, function: int) -> list[ast.expr]:
        """What `out` is after `out[i] = ...`."""
        parts = target.elts if isinstance(target, ast.Tuple) else [target]
        return [
            call
            for part in parts
            if isinstance(part, ast.Subscript)
            for call in self._told(at, part.value, "base", function)
        ]

    def _told(self, at: ast.AST, target: ast.expr, kind: Kind, function: int) -> list[ast.expr]:
        """Calls that tell what the names and attributes of a target hold now."""
        match target:
            case ast.Name(id=name):
                return self._call(at, kind, name, function, _name(at, name))
            case ast.Attribute(value=owner, attr=attribute) if _is_chain(owner):
                given = (_loaded(owner), ast.Constant(attribute))
                return self._call(at, kind, _text(target), function, *given)
            case ast.Subscript(value=base) if kind == "augmented":
                return self._told(at, base, "base", function)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                return [c for part in parts for c in self._told(at, part, kind, function)]
            case ast.Starred(value=inner):
                return self._told(at, inner, kind, function)
        return []

    def _call(
        self, at: ast.AST, kind: Kind, name: str, function: int, *given: ast.expr
    ) -> list[ast.expr]:
        """A note of that place, or none: `_` isn't worth a word, and there may be too many."""
        if name == "_" or len(self._places) >= PLACES:
            return []
        line, column = getattr(at, "lineno", 0), getattr(at, "col_offset", 0)
        end = getattr(at, "end_lineno", line)
        self._places.append(Place(line, end, column, kind, name[:NAME_CHARS], function))
        note = ast.Name(NOTE if len(given) == 1 else NOTE_ATTRIBUTE, ast.Load())
        number = ast.Constant(len(self._places) - 1)
        return [_at(at, ast.Call(note, [number, *given], []))]

    def _as_statement(self, call: ast.expr) -> ast.stmt:
        note = ast.copy_location(ast.Expr(call), call)
        self._own.add(id(note))
        self._kept.append(note)
        return note


def _is_chain(node: ast.expr) -> bool:
    """`self`, `self.cache`: evaluating it again does nothing but look names up."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _loaded(node: ast.expr) -> ast.expr:
    """A chain of names as it is read rather than assigned."""
    if isinstance(node, ast.Attribute):
        return _at(node, ast.Attribute(_loaded(node.value), node.attr, ast.Load()))
    return _name(node, node.id if isinstance(node, ast.Name) else "")


def _name(at: ast.AST, name: str) -> ast.expr:
    return _at(at, ast.Name(name, ast.Load()))


def _at(place: ast.AST, node: T) -> T:
    """The node, and what is new in it, at the place of another: tracebacks point there."""
    ast.copy_location(node, place)
    return ast.fix_missing_locations(node) if not isinstance(node, ast.Call) else _locate(node)


def _locate(call: Any) -> Any:
    """The parts of a note itself; the value within has its own place, however deep it is."""
    for part in (call.func, call.args[0], call.args[-1]):
        if not hasattr(part, "lineno"):
            ast.copy_location(part, call)
    return call


def _text(target: ast.expr) -> str:
    """The target as it is written, in short."""
    match target:
        case ast.Name(id=name):
            return name
        case ast.Attribute() if _is_chain(target):
            return ast.unparse(target)
        case ast.Subscript(value=base) if _is_chain(base):
            try:
                return ast.unparse(target)
            except RecursionError:
                return f"{ast.unparse(base)}[...]"
    return "..."
