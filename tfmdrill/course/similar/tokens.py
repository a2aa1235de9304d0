"""Python source as sequences of tokens from which everything is gone that is changed in a minute:
names, constants, docstrings, comments, formatting, annotations, and the order of functions.

What a library calls its parts stays (`.softmax`, `dim=`): nobody can rename it.
"""

import ast
import builtins
from collections.abc import Iterator
from dataclasses import dataclass

from tfmdrill.grading.forbidden import parsed
from tfmdrill.model.source import Source

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
IMPORTS = (ast.Import, ast.ImportFrom)
BUILTINS = frozenset(dir(builtins))
MOST_TOKENS = 20_000  # of a file: some 2,000 lines


@dataclass(frozen=True, slots=True)
class Token:
    """One node of the tree, with the line of the source (from 1) where it stands."""

    word: str
    line: int


def sequences_of(source: Source) -> tuple[tuple[Token, ...], ...]:
    """A sequence a function or method, and one of what stands outside them; none where the source
    isn't Python, or is too long for a tree."""
    tree = parsed(source.code)
    if tree is None:
        return ()
    words = _Words(tree)
    found = [tuple(words.of(body)) for body in _bodies(tree)]
    if sum(map(len, found)) > MOST_TOKENS:
        return ()
    return tuple(sequence for sequence in found if sequence)


def _bodies(tree: ast.Module) -> Iterator[list[ast.AST]]:
    """Functions and methods by themselves, the rest of the module and of each class together."""
    waiting: list[ast.Module | ast.ClassDef] = [tree]
    while waiting:
        owner = waiting.pop()
        rest: list[ast.AST] = []
        for statement in owner.body:
            if isinstance(statement, FUNCTIONS):
                yield [statement]
            elif isinstance(statement, ast.ClassDef):
                waiting.append(statement)
                rest += statement.bases
            else:
                rest.append(statement)
        yield rest


class _Words:
    """The token of each node. What the file itself names is one word, whatever it is called."""

    def __init__(self, tree: ast.Module) -> None:
        self._imported: dict[str, str] = {}
        self._own_attributes: set[str] = set()
        self._own: set[str] = set()
        for node in ast.walk(tree):
            self._note(node)

    def of(self, body: list[ast.AST]) -> Iterator[Token]:
        """The tokens in the order of the source, without recursion: a stranger may nest."""
        line = 1
        stack: list[ast.AST | str] = list(reversed(body))
        while stack:
            node = stack.pop()
            if isinstance(node, str):
                yield Token(node, line)
                continue
            line = getattr(node, "lineno", line)
            word = self._word(node)
            if word is None:
                continue
            if word:
                yield Token(word, line)
            inner: list[ast.AST | str] = list(_children(node))
            if isinstance(node, (ast.For, ast.While, ast.If, ast.With, *FUNCTIONS)):
                inner.append("end")
            stack += reversed(inner)

    def _note(self, node: ast.AST) -> None:
        match node:
            case ast.Import():
                for name in node.names:
                    self._imported[name.asname or name.name.split(".")[0]] = "module"
            case ast.ImportFrom():
                for name in node.names:
                    self._imported[name.asname or name.name] = name.name
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                self._own.add(node.name)
                self._own_attributes.add(node.name)
            case ast.Name(ctx=ast.Store()):
                self._own.add(node.id)
            case ast.arg():
                self._own.add(node.arg)
            case ast.Attribute(ctx=ast.Store()):
                self._own_attributes.add(node.attr)

    def _word(self, node: ast.AST) -> str | None:
        """None leaves the node out with all below it, "" only the node itself."""
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass() | ast.Import() | ast.ImportFrom():
                return None
            case ast.Expr() | ast.expr_context() | ast.arguments() | ast.Slice():
                return "" if not isinstance(node, ast.expr_context) else None
            case ast.Name():
                return self._name(node.id)
            case ast.Attribute():
                return "own attribute" if node.attr in self._own_attributes else f".{node.attr}"
            case ast.keyword():
                return f"{node.arg}=" if node.arg and node.arg not in self._own else "keyword"
            case ast.Constant():
                return "constant"
            case ast.AnnAssign():
                return "Assign"
            case _:
                return type(node).__name__

    def _name(self, name: str) -> str:
        if name in self._own:
            return "name"
        if name in self._imported:
            return self._imported[name]
        return name if name in BUILTINS else "name"


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """What stands below the node, without annotations and decorators."""
    for field in node._fields:
        if field in ("annotation", "returns", "decorator_list", "type_comment", "ctx"):
            continue
        value = getattr(node, field)
        if isinstance(value, ast.AST):
            yield value
        elif isinstance(value, list):
            yield from (item for item in value if isinstance(item, ast.AST))
