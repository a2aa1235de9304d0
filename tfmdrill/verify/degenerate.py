"""Answers that solve nothing: whole files that a sound problem must give a score of exactly 0.

Each is the stub with other bodies, so its signatures are the problem's own. A prelude in the file
works out the shape of the result from the shapes of the arguments, when it is called. The last
ones are the model answer, spoiled: right values that come a call late or in a wrong shape.
"""

import ast
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from tfmdrill.catalogue import solution_path, stub_for
from tfmdrill.model.problem import Entry, Framework, Parameter, Problem, Returned
from tfmdrill.verify import prelude

LIBRARY = {Framework.TORCH: "torch", Framework.NUMPY: "np"}
FUNCTION = ast.FunctionDef
NUMBERS = ("float", "int", "bool")
# What is returned for a type that isn't a number, by its outermost part: (blank, constant).
PLAIN: Mapping[str, tuple[str, str]] = {
    "str": ("''", "'the'"),
    "bytes": ("b''", "b'the'"),
    "list": ("[]", "[1, 2, 3]"),
    "tuple": ("()", "(1, 2, 3)"),
    "dict": ("{}", "{'a': 1}"),
    "set": ("set()", "{1, 2, 3}"),
}


@dataclass(frozen=True, slots=True)
class _Call:
    """A function, method or property to answer; its body finds its arguments in `given`."""

    entry: Entry
    constructor: tuple[Parameter, ...] = ()

    @property
    def given(self) -> tuple[Parameter, ...]:
        return (*self.constructor, *self.entry.parameters)

    @property
    def like(self) -> str:
        """The source of the first float array that is always given; "None" without one."""
        arrays = [p for p in self.given if p.shape is not None and not p.optional]
        floats = [p for p in arrays if p.type == "float"]
        return f"given[{floats[0].name!r}]" if floats else "None"

    @property
    def text(self) -> str:
        """The source of the first text among the arguments; "" without one."""
        return next((f"given[{p.name!r}]" for p in self.given if p.type == "str"), "")


Expression = Callable[[_Call], str]  # the source of what a call returns


def degenerate_answers(problem: Problem, framework: Framework) -> Iterator[tuple[str, str]]:
    """(name, source of a whole file) of each degenerate answer that makes sense for a problem.

    Names: zeros, ones, nan, mean (of the first float argument), broadcastable (zeros, all sizes
    1), input-<parameter> (that argument back), bytes (of a text), none, empty-list, late (the
    previous call's right answer), extra-axis (right values, one axis too many).

    Raises:
        UsageError: the problem isn't set in that framework.
        ProblemError: its model answer is missing.
    """
    stub = stub_for(problem, framework)
    for name, expression in _expressions(problem, LIBRARY.get(framework, "")):
        yield name, _with_bodies(stub, problem, expression)
    solution = solution_path(problem, framework).read_text(encoding="utf-8")
    yield "late", _spoiled(solution, problem, "late({})")
    if framework in LIBRARY:
        yield "extra-axis", _spoiled(solution, problem, f"thick({{}}, {LIBRARY[framework]})")


def _expressions(problem: Problem, library: str) -> Iterator[tuple[str, Expression]]:
    calls = _calls(problem)
    returns = [r for call in calls for r in call.entry.returns]
    yield "zeros", _constant(library, "0", 0)
    yield "ones", _constant(library, "1", 1)
    if any(r.type == "float" for r in returns):
        yield "nan", _constant(library, "float('nan')", 0)
        if any(call.like != "None" for call in calls):
            yield "mean", _constant(library, "mean", 0)
    if library and any(r.type in NUMBERS for r in returns):
        yield "broadcastable", _constant(library, "0", 0, thin=True)
    parameters = [p for call in calls for p in call.entry.parameters]
    for name in dict.fromkeys(p.name for p in parameters if p.shape or p.type not in NUMBERS):
        yield f"input-{name}", _input_back(name)
    if any(call.text for call in calls):
        yield "bytes", lambda call: f"list({call.text}.encode())" if call.text else "None"
    yield "none", lambda _: "None"
    yield "empty-list", lambda _: "[]"


def _calls(problem: Problem) -> list[_Call]:
    """Everything that is called and answers: functions, and the methods of classes."""
    return [
        call
        for entry in problem.entries
        for call in (
            [_Call(method, entry.parameters) for method in entry.methods]
            if entry.is_class
            else [_Call(entry)]
        )
    ]


def _constant(library: str, number: str, which: int, *, thin: bool = False) -> Expression:
    """Every returned part filled with one number; text and lists are PLAIN's blank or constant."""

    def part(call: _Call, returned: Returned) -> str:
        if returned.type not in NUMBERS:
            outermost = re.match(r"\w*", returned.type)
            return PLAIN.get(outermost[0] if outermost else "", ("None", "None"))[which]
        value = number
        if number == "mean":
            value = "0" if call.like == "None" else f"float({call.like}.mean())"
        if returned.type != "float" and value not in ("0", "1"):
            value = "0"  # a mean or NaN is no int or bool
        if returned.shape is None and not thin:
            return f"{returned.type}({value})"
        shape = f"shape_of({' '.join(returned.shape or ())!r}, sizes)"
        if thin:
            shape = f"thin({shape})"
        return f"filled({library}, {shape}, {value}, {returned.type!r}, {call.like})"

    return lambda call: _together([part(call, r) for r in call.entry.returns])


def _input_back(name: str) -> Expression:
    def expression(call: _Call) -> str:
        if name not in [p.name for p in call.given]:
            return "None"
        return _together([f"given[{name!r}]"] * len(call.entry.returns))

    return expression


def _together(parts: list[str]) -> str:
    """One part as it is, several as a tuple."""
    return parts[0] if len(parts) == 1 else f"({', '.join(parts)})" if parts else "None"


def _with_bodies(stub: str, problem: Problem, expression: Expression) -> str:
    """The stub with each body replaced by a return of what `expression` gives."""
    tree = ast.parse(stub)
    defined = {node.name: node for node in tree.body if isinstance(node, FUNCTION | ast.ClassDef)}
    for entry in problem.entries:
        node = defined[entry.name]
        if not entry.is_class:
            node.body = _body(_Call(entry), expression)
            continue
        calls = {method.name: _Call(method, entry.parameters) for method in entry.methods}
        for method in node.body:
            if isinstance(method, FUNCTION):
                call = calls.get(method.name)
                method.body = (
                    _body(call, expression) if call else _statements(_keeping(entry.parameters))
                )
    return _header(stub) + inspect.getsource(prelude) + "\n\n" + ast.unparse(tree) + "\n"


def _body(call: _Call, expression: Expression) -> list[ast.stmt]:
    own = ", ".join(f"{p.name!r}: {p.name}" for p in call.entry.parameters)
    kept = "**self._given, " if call.constructor else ""
    patterns = {p.name: " ".join(p.shape) for p in call.given if p.shape is not None}
    return _statements(
        f"given = {{{kept}{own}}}\n"
        f"sizes = sizes_of({patterns!r}, given)\n"
        f"return {expression(call)}\n"
    )


def _keeping(parameters: tuple[Parameter, ...]) -> str:
    return f"self._given = {{{', '.join(f'{p.name!r}: {p.name}' for p in parameters)}}}"


def _statements(source: str) -> list[ast.stmt]:
    return ast.parse(source).body


def _spoiled(solution: str, problem: Problem, form: str) -> str:
    """The model answer with each function and method wrapped; properties stay as they are."""
    lines = []
    for entry in problem.entries:
        methods = [m.name for m in entry.methods if not m.is_property]
        names = [f"{entry.name}.{m}" for m in methods] if entry.is_class else [entry.name]
        lines += [f"{name} = {form.format(name)}\n" for name in names]
    return solution + "\n\n" + inspect.getsource(prelude) + "\n\n" + "".join(lines)


def _header(stub: str) -> str:
    """The first line, by which a file says what problem it answers."""
    return stub.split("\n", 1)[0] + "\n"
