"""Where a source mentions a forbidden call: the line to show, not the verdict.

A run under the framework's own hooks decides whether a forbidden call is made. The syntax tree
tells on which line it stands, and what the run didn't reach (a branch not taken) becomes a
remark. Only an import of a forbidden library is decided here, since a run can't see it.

The code is a stranger's. `ast.parse` refuses nesting that would be deep, but takes memory some
900 times the size of the source, so long sources are searched by line instead.
"""

import ast
import re
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

PARSED_BYTES = 128 * 1024  # ast.parse then needs 120 MiB at the worst (measured on "a\n" repeated)
ALIAS_DEPTH = 10  # names that stand for names: a chain any longer is no honest code

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
ANNOTATIONS = ("annotation", "returns")
IMPORTERS = ("__import__", "import_module")


def forbidden_in_source(code: bytes, names: Sequence[str]) -> list[tuple[str, int]]:
    """(name, line) of each mention of a forbidden name, by line; [] where nothing is found.

    code: UTF-8 source, of any content; one that Python can't parse is searched for imports only.
    names: last parts of qualified names (`softmax` for `torch.nn.functional.softmax`), modules
        (`torch.optim`), and libraries whose import is forbidden (`tiktoken`).

    Found through `import ... as`, `from ... import ... as`, `import *`, assigned aliases,
    `getattr` with a constant, `__import__` and `import_module`, and as a method of an unknown
    object (`scores.softmax(-1)`). What the source itself defines under such a name is its own,
    and allowed.

    >>> forbidden_in_source(b"import torch.nn.functional as G\\ny = G.softmax(x, -1)", ["softmax"])
    [('softmax', 2)]
    """
    if not any(_last_part(name).encode() in code for name in names):
        return []
    tree = parsed(code)
    if tree is None:
        return _imports_by_line(code, names)
    return sorted(set(_Mentions(tree, names).find()), key=lambda found: (found[1], found[0]))


def _last_part(name: str) -> str:
    return name.rpartition(".")[2].strip("_")


def parsed(code: bytes) -> ast.Module | None:
    """The syntax tree of a stranger's source; None where it has none, or would take too much."""
    if len(code) > PARSED_BYTES:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a "\\d" of theirs is nothing to print here
            return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # the last two by nesting
        return None


def _imports_by_line(code: bytes, names: Sequence[str]) -> list[tuple[str, int]]:
    """Imports that begin a line; words at a line's start in a long text are taken for one, too."""
    imports = re.compile(rb"^[ \t]*(?:import|from)[ \t]+(\w+)", re.MULTILINE)
    found = []
    for match in imports.finditer(code):
        root = match[1].decode("utf-8", "replace")
        if root in names:
            found.append((root, code.count(b"\n", 0, match.start()) + 1))
    return found


@dataclass(slots=True)
class _Scope:
    """What the names of a module, class, function or comprehension stand for.

    bound: a dotted path for an import, an expression for an alias, None for anything else; the
        last binding in the source wins.
    """

    outer: "_Scope | None" = None
    is_class: bool = False
    bound: dict[str, str | ast.expr | None] = field(default_factory=dict)


class _Mentions:
    """One search of one tree. All walks keep their own stack: the tree may be 3,000 levels deep."""

    def __init__(self, tree: ast.Module, names: Sequence[str]) -> None:
        self._names = {_last_part(name): name for name in names}
        self._own: set[str] = set()  # what the source defines or sets as an attribute
        self._stars = False  # `from somewhere import *`
        self._aliased: set[int] = set()  # targets whose value is known
        self._nodes: list[tuple[ast.AST, _Scope]] = []
        for node, scope in _walk(tree):
            self._nodes.append((node, scope))
            self._bind(node, scope)

    def find(self) -> Iterator[tuple[str, int]]:
        inner: set[int] = set()  # nodes that are part of a longer chain already looked at
        for node, scope in self._nodes:
            if isinstance(node, ast.Import | ast.ImportFrom):
                yield from self._in_import(node)
            elif isinstance(node, ast.Call):
                yield from self._in_call(node, scope)
            if isinstance(node, ast.expr) and id(node) not in inner:
                base, attributes, passed = _chain(node)
                inner.update(passed)
                yield from self._in_chain(node, base, attributes, scope)

    def _bind(self, node: ast.AST, scope: _Scope) -> None:
        match node:
            case ast.Import():
                for alias in node.names:
                    root = alias.name.partition(".")[0]
                    scope.bound[alias.asname or root] = alias.name if alias.asname else root
            case ast.ImportFrom(level=0):
                for alias in node.names:
                    self._stars |= alias.name == "*"
                    scope.bound[alias.asname or alias.name] = f"{node.module}.{alias.name}"
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                scope.bound[node.name] = None
                self._own.add(node.name)
            case ast.arg():
                scope.bound[node.arg] = None
            case (
                ast.Assign(targets=[ast.Name() as target], value=ast.expr() as value)
                | ast.AnnAssign(target=ast.Name() as target, value=ast.expr() as value)
                | ast.NamedExpr(target=ast.Name() as target, value=ast.expr() as value)
            ):
                scope.bound[target.id] = value
                self._aliased.add(id(target))
                self._own.update({target.id} if scope.is_class else ())
            case ast.Name(ctx=ast.Store()) if id(node) not in self._aliased:
                scope.bound[node.id] = None  # a loop's variable, a part of a tuple
            case ast.Attribute(ctx=ast.Store()):
                self._own.add(node.attr)

    def _in_import(self, node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, int]]:
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        else:
            modules = [node.module or ""] if node.level == 0 else []
        for module in modules:
            yield from self._library(module, node.lineno)

    def _library(self, module: str, line: int) -> Iterator[tuple[str, int]]:
        root = module.partition(".")[0].strip("_")
        if root in self._names:
            yield self._names[root], line

    def _in_call(self, node: ast.Call, scope: _Scope) -> Iterator[tuple[str, int]]:
        module = _imported_by(node)
        if module:
            yield from self._library(module, node.lineno)
        base, attributes, _ = _chain(node.func)
        method = attributes[-1] if attributes else ""
        if method in self._names and method not in self._own and not self._path(base, scope):
            yield self._names[method], _line_of(node.func)

    def _in_chain(
        self, node: ast.expr, base: ast.expr, attributes: list[str], scope: _Scope
    ) -> Iterator[tuple[str, int]]:
        path = self._path(base, scope)
        if path:
            # The first part is the library: its import was looked at.
            for part in (*path.split(".")[1:], *attributes):
                if part.strip("_") in self._names:
                    yield self._names[part.strip("_")], _line_of(node)
        elif (
            isinstance(base, ast.Name)
            and base.id in self._names
            and self._stars
            and _lookup(base.id, scope) is _UNBOUND
        ):
            yield self._names[base.id], _line_of(node)

    def _path(self, expression: ast.expr, scope: _Scope) -> str:
        """The dotted path of an imported thing, followed through aliases; "" for all else."""
        attributes: list[str] = []
        for _ in range(ALIAS_DEPTH):
            base, more, _passed = _chain(expression)
            attributes = more + attributes
            if isinstance(base, ast.Call):
                root: object = _imported_by(base)
            else:
                root = _lookup(base.id, scope) if isinstance(base, ast.Name) else None
            if isinstance(root, str):
                return ".".join((root, *attributes)) if root else ""
            if not isinstance(root, ast.expr):
                return ""
            expression = root
        return ""


_UNBOUND = object()


def _lookup(name: str, scope: _Scope) -> object:
    """The binding that Python would find: class scopes are hidden from what is nested in them."""
    place: _Scope | None = scope
    while place is not None:
        if name in place.bound and (place is scope or not place.is_class):
            return place.bound[name]
        place = place.outer
    return _UNBOUND


def _chain(expression: ast.expr) -> tuple[ast.expr, list[str], list[int]]:
    """(base, attributes, ids of the nodes passed): `a().b.c` is `a()` and [b, c].

    getattr with a constant counts as an attribute.
    """
    attributes: list[str] = []
    passed: list[int] = []
    while True:
        match expression:
            case ast.Attribute(value=value, attr=attribute):
                attributes.append(attribute)
            case ast.Call(
                func=ast.Name(id="getattr"),
                args=[value, ast.Constant(value=str(attribute)), *_],
            ):
                attributes.append(attribute)
            case _:
                return expression, attributes[::-1], passed
        expression = value
        passed.append(id(expression))


def _imported_by(call: ast.Call) -> str:
    """The module that `__import__("x")` or `importlib.import_module("x")` gives, else ""."""
    match call:
        case ast.Call(
            func=ast.Name(id=name) | ast.Attribute(attr=name),
            args=[ast.Constant(value=str(module)), *_],
        ) if name in IMPORTERS:
            return module.partition(".")[0] if name == "__import__" else module
    return ""


def _line_of(node: ast.expr) -> int:
    """The line of the last part of a chain, which is where the name stands."""
    return node.end_lineno or node.lineno


def _walk(tree: ast.Module) -> Iterator[tuple[ast.AST, _Scope]]:
    """Every node with the scope that it is looked up in, in the order of the source.

    Annotations are left out: they call nothing.
    """
    stack: list[tuple[ast.AST, _Scope]] = [(tree, _Scope())]
    while stack:
        node, scope = stack.pop()
        yield node, scope
        inner = scope
        if isinstance(node, (*FUNCTIONS, ast.Lambda, *COMPREHENSIONS, ast.ClassDef)):
            # A method's outer scope is the class, which _lookup passes over.
            inner = _Scope(outer=scope, is_class=isinstance(node, ast.ClassDef))
        children: list[tuple[ast.AST, _Scope]] = []
        for name, value in ast.iter_fields(node):
            if name in ANNOTATIONS:
                continue
            outside = name in ("decorator_list", "bases", "keywords")
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.arguments):
                    defaults = [*child.defaults, *(d for d in child.kw_defaults if d)]
                    arguments = [*child.posonlyargs, *child.args, *child.kwonlyargs]
                    arguments += [a for a in (child.vararg, child.kwarg) if a]
                    children += [(d, scope) for d in defaults]
                    children += [(a, inner) for a in arguments]
                elif isinstance(child, ast.AST):
                    children.append((child, scope if outside else inner))
        stack.extend(reversed(children))
