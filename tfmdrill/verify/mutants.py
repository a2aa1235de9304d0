"""Small wrong turns of a right answer, made by machine: does a problem's checks notice each?"""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tfmdrill.verify.edits import Edit, edits_of_expression, edits_of_statement
from tfmdrill.verify.places import Place, places_in


@dataclass(frozen=True, slots=True)
class Mutant:
    """One changed copy of a source.

    id: the kind of change and its line, `operator-12`; the second of a line is `operator-12-2`.
    line: where the original stands, from 1.
    says: what was changed, in the source's own words: "`a + b` becomes `a - b`".
    code: the whole source, without its comments.
    """

    id: str
    line: int
    says: str
    code: str


def mutants(source: str) -> Iterator[Mutant]:
    """Each mutant once, in the order of the source; the same for the same source.

    Changed are operators, comparisons, constants, axes, bounds of slices and ranges, flags
    (keepdim, say), conditions, the order of arguments; dropped are statements, wrappers of calls
    and transposes. Imports, annotations, texts and what a raise says stay as they are.

    Raises:
        SyntaxError: the source isn't Python.

    >>> [m.says for m in mutants("def f(a, b):\\n    return a + b")]
    ['`a + b` becomes `a - b`']
    """
    tree = ast.parse(source)
    seen = {_written(tree)}
    counted: Counter[tuple[str, int]] = Counter()
    for place in places_in(tree):
        line = getattr(place.node, "lineno", 1)
        for edit in _edits(place):
            code = _with_edit(tree, place, edit)
            if code in seen:
                continue
            seen.add(code)
            counted[edit.kind, line] += 1
            nth = counted[edit.kind, line]
            name = f"{edit.kind}-{line}" + (f"-{nth}" if nth > 1 else "")
            yield Mutant(name, line, edit.says, code)


def _edits(place: Place) -> Iterator[Edit]:
    if isinstance(place.node, ast.stmt):
        yield from edits_of_statement(place.node, rebinds=place.rebinds)
    elif isinstance(place.node, ast.expr):
        yield from edits_of_expression(place.node, role=place.role)


def _with_edit(tree: ast.Module, place: Place, edit: Edit) -> str:
    """The source with one node replaced; the tree is as it was afterwards."""
    place.put(edit.new)
    try:
        return _written(tree)
    finally:
        place.put(place.node)


def _written(tree: ast.Module) -> str:
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"
