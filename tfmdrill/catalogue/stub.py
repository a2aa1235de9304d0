"""The file that a candidate starts from, written from problem.toml."""

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tfmdrill.catalogue.resources import fill_template
from tfmdrill.errors import UsageError
from tfmdrill.model.problem import Entry, Framework, Parameter, Problem, Returned

LINE_LENGTH = 88  # ruff's default, so that formatting a stub changes nothing
INDENT = "    "
ARRAY = {Framework.TORCH: "torch.Tensor", Framework.NUMPY: "np.ndarray"}


@dataclass(frozen=True, slots=True)
class _Body:
    """A function as the template lays it out; every text is indented already."""

    signature: str
    docstring: str
    decorator: str
    name: str


@dataclass(frozen=True, slots=True)
class _Class:
    signature: str
    docstring: str
    bodies: tuple[_Body, ...]


def stub_for(problem: Problem, framework: Framework) -> str:
    """The stub's source: signatures, shapes, a marked place to write, nothing of the answer.

    Raises UsageError if the problem isn't set in that framework.
    """
    if framework not in problem.frameworks:
        raise UsageError(
            f"{problem.name} isn't set in {framework}; it is in {' and '.join(problem.frameworks)}"
        )
    writer = _StubWriter(problem, framework)
    functions = [writer.function(e) for e in problem.entries if not e.is_class]
    classes = [writer.whole_class(e) for e in problem.entries if e.is_class]
    return fill_template(
        "stub.py.jinja",
        problem=problem,
        says=textwrap.fill(problem.convention.says, LINE_LENGTH) if problem.convention else "",
        framework=framework.value,
        library=framework.value if writer.named_arrays else "",
        functions=functions,
        classes=classes,
    )


class _StubWriter:
    def __init__(self, problem: Problem, framework: Framework) -> None:
        self._problem = problem
        self._array = ARRAY.get(framework, "")
        self.named_arrays = False  # whether a signature needs the framework's import

    def function(self, entry: Entry) -> _Body:
        return self._body(entry, depth=0)

    def whole_class(self, entry: Entry) -> _Class:
        start = Entry("__init__", f"A new {entry.name}.", entry.parameters, ())
        methods = tuple(self._body(m, depth=1) for m in (start, *entry.methods))
        return _Class(f"class {entry.name}:", _docstring([entry.says], 1), methods)

    def _body(self, entry: Entry, depth: int) -> _Body:
        indent = INDENT * depth
        parameters = ["self"] if depth else []
        for i, parameter in enumerate(entry.parameters):
            if parameter.keyword and (i == 0 or not entry.parameters[i - 1].keyword):
                parameters.append("*")
            parameters.append(self._parameter(parameter))
        head = f"{indent}def {entry.name}("
        tail = f") -> {self._returned(entry.returns)}:"
        line = head + ", ".join(parameters) + tail
        if len(line) > LINE_LENGTH:
            inner = "".join(f"{indent}{INDENT}{p},\n" for p in parameters)
            line = f"{head}\n{inner}{indent}{tail}"
        return _Body(
            signature=line,
            docstring=_docstring(self._explain(entry), depth + 1),
            decorator=f"{indent}@property\n" if entry.is_property else "",
            name=entry.name,
        )

    def _parameter(self, parameter: Parameter) -> str:
        annotation = self._annotation(parameter.type, parameter.shape)
        if parameter.optional:
            annotation += " | None"
        default = f" = {_literal(parameter.default)}" if parameter.has_default else ""
        return f"{parameter.name}: {annotation}{default}"

    def _returned(self, returns: Sequence[Returned]) -> str:
        parts = [self._annotation(r.type, r.shape) for r in returns]
        if len(parts) == 1:
            return parts[0]
        return f"tuple[{', '.join(parts)}]" if parts else "None"

    def _annotation(self, type_name: str, shape: tuple[str, ...] | None) -> str:
        self.named_arrays |= shape is not None
        return type_name if shape is None else self._array

    def _explain(self, entry: Entry) -> list[str]:
        """The docstring's paragraphs: what it does, the axes, the arguments, what comes back."""
        paragraphs = [entry.says] if entry.says else []
        shapes = [p.shape for p in entry.parameters if p.shape is not None]
        shapes += [r.shape for r in entry.returns if r.shape is not None]
        named = dict.fromkeys(symbol for shape in shapes for symbol in shape)
        axes = [a for a in map(self._problem.axis, named) if a]
        if axes:
            paragraphs.append("Sizes: " + ", ".join(f"{a.name} {a.says}" for a in axes) + ".")
        if entry.parameters:
            rows = [self._argument(p) for p in entry.parameters]
            paragraphs.append("\n".join(["Args:", *_indented(rows)]))
        if entry.returns:
            rows = [f"{r.name}: {_kind(r.type, r.shape)}{r.says}" for r in entry.returns]
            paragraphs.append("\n".join(["Returns:", *_indented(rows)]))
        return paragraphs

    def _argument(self, parameter: Parameter) -> str:
        kind = _kind(parameter.type, parameter.shape)
        none = ", or None" if parameter.optional else ""
        return f"{parameter.name}: {kind}{parameter.says}{none}"


def _kind(type_name: str, shape: tuple[str, ...] | None) -> str:
    """`float (B, n), ` for an array, nothing for a scalar, whose annotation says it all."""
    if shape is None:
        return ""
    alternatives = " ".join(shape).split("|")
    return f"{type_name} {' or '.join(_shape(a.split()) for a in alternatives)}, "


def _shape(symbols: Sequence[str]) -> str:
    return f"({symbols[0]},)" if len(symbols) == 1 else f"({', '.join(symbols)})"


def _indented(rows: Iterable[str]) -> list[str]:
    return [INDENT + row for row in rows]


def _docstring(paragraphs: Sequence[str], depth: int) -> str:
    """A whole docstring, wrapped and indented; empty where there is nothing to say."""
    if not paragraphs:
        return ""
    indent = INDENT * depth
    width = LINE_LENGTH - len(indent) - len('"""')
    wrapped = []
    for paragraph in paragraphs:
        lines = []
        for line in paragraph.replace("\\", "\\\\").replace('"""', "'''").splitlines():
            margin = line[: len(line) - len(line.lstrip())]
            hanging = margin + INDENT if margin else ""
            lines += textwrap.wrap(
                line.strip(), width, initial_indent=margin, subsequent_indent=hanging
            )
        wrapped.append("\n".join(lines))
    if len(wrapped) == 1 and "\n" not in wrapped[0] and len(wrapped[0]) + 6 <= width:
        return f'{indent}"""{wrapped[0]}"""\n'
    text = '"""' + "\n\n".join(wrapped) + '\n"""\n'
    return textwrap.indent(text, indent)


def _literal(value: object) -> str:
    """Python source of a default; TOML's inf and nan have no literal."""
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return f'float("{value}")'
    if isinstance(value, str) and '"' not in value:
        return '"' + repr(value)[1:-1].replace("\\'", "'") + '"'  # as ruff writes strings
    if isinstance(value, tuple):
        inner = ", ".join(map(_literal, value))
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    return repr(value)
