"""Mutants: each rule makes the wrong turns that it names, once each, and nothing else changes."""

import ast
import textwrap

import pytest

from tfmdrill.verify.mutants import Mutant, mutants

ATTENTION = '''
"""The docstring of the module, with 1 + 1."""

import torch
from math import sqrt


def attend(q: "Array[2]", k, v, *, causal=False, scale: float = 2.5) -> "Array[3]":
    """Attention; -1 is an axis."""
    if q.shape[-1] < 1:
        raise ValueError(f"a width of {q.shape[-1] + 0} isn't 1 or more" + str(5))
    scores = q @ k.mT / sqrt(q.shape[-1])
    if causal and scale > 0.5:
        scores = scores.masked_fill(later(scores), -1e9)
    weights = scores.softmax(dim=-1)
    weights /= weights.sum(-1, keepdim=True)
    for i in range(len(weights)):
        weights[i] += 1
        if i == 3:
            break
    return weights @ v, weights[1:]
'''


def made(source: str) -> list[Mutant]:
    return list(mutants(textwrap.dedent(source)))


def bodies(expression: str) -> set[str]:
    """What stands in place of an expression in each of its mutants."""
    return {mutant.code.removeprefix("x = ").rstrip("\n") for mutant in made(f"x = {expression}")}


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("a + b", {"a - b"}),
        ("a - b", {"a + b", "b - a"}),
        ("a * b", {"a / b"}),
        ("a / b", {"a * b", "b / a"}),
        ("a ** b", {"a * b", "b ** a"}),
        ("a // b", {"a % b", "b // a"}),
        ("a @ b", {"b @ a"}),
        ("a & b", {"a | b"}),
        ("a << b", {"a >> b"}),
        ("a < b", {"a <= b", "a > b"}),
        ("a >= b", {"a > b", "a <= b"}),
        ("a == b", {"a != b"}),
        ("a is None", {"a is not None"}),
        ("a not in b", {"a in b"}),
        ("a < b < c", {"a <= b < c", "a > b < c", "a < b <= c", "a < b > c"}),
        ("a and b", {"a or b"}),
        ("not a", {"a"}),
        ("-a", {"a"}),
        ("~a", {"a"}),
        ("a if b else c", {"c if b else a"}),
        ("True", {"False"}),
        ("None", set()),
        ("...", set()),
        ("'text'", set()),
        ("f'{a + 1}'", set()),
        ("0", {"1"}),
        ("1", {"2", "0", "-1"}),
        ("-1", {"0", "1"}),
        ("7", {"8", "0", "-7", "14"}),
        ("0.5", {"1.5", "0.0", "-0.5", "1.0"}),
        ("1e400", {"0.0"}),
        ("(-2) ** a", {"(-1) ** a", "0 ** a", "2 ** a", "-2 * a", "a ** (-2)"}),
        ("f(a, dim=-1)", {"a", "f(a, dim=0)", "f(a, dim=-2)"}),
        ("a.sum(axis=0)", {"a", "a.mean(axis=0)", "a.sum(axis=1)", "a.sum(axis=-1)"}),
        ("a.unsqueeze(1)", {"a", "a.unsqueeze(2)", "a.unsqueeze(0)"}),
        ("a[1]", {"a[2]", "a[0]"}),
        ("a[b]", set()),
        ("a[1:]", {"a[2:]", "a[0:]", "a[:]"}),
        ("a[:, :-b]", {"a[:, :]", "a[:, :b]", "a[:, :-b + 1]", "a[:, :-b - 1]"}),
        ("range(b)", {"range(b + 1)", "range(b - 1)"}),
        (
            "range(a, 3)",
            {"range(a + 1, 3)", "range(a - 1, 3)", "range(a, 4)", "range(a, 2)"},
        ),
        ("a.mT", {"a"}),
        ("a.transpose(b, c)", {"a"}),
        ("a.exp()", {"a", "a.log()"}),
        ("np.tanh(a)", {"a"}),
        ("torch.nn.functional.gelu(a)", {"a"}),
        ("f(a, b)", {"a", "f(b, a)"}),
        ("f(a, 1, b)", {"a", "f(a, 2, b)", "f(a, 0, b)", "f(a, -1, b)"}),
        ("np.maximum(a, b)", {"a", "np.minimum(a, b)"}),
        ("max(a, b)", {"a", "min(a, b)"}),
        ("list(a)", set()),
        ("f(*a)", set()),
        ("any(a)", {"a", "all(a)"}),
        ("a.sum(keepdim=True)", {"a", "a.mean(keepdim=True)", "a.sum(keepdim=False)"}),
        ("finfo.min", {"finfo.max"}),
    ],
)
def test_what_each_expression_may_become(expression: str, wanted: set[str]) -> None:
    assert bodies(expression) == wanted


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("x += y", {"x -= y", "pass"}),
        ("x[0] = y", {"x[1] = y", "x[-1] = y", "pass"}),
        ("x = y", {"pass"}),
        ("new = y", set()),
        ("new, x = y", set()),
        ("print(x)", {"pass"}),
        ("'only words'", set()),
        ("assert x, 'or else' + y", {"pass"}),
        ("import os", set()),
        ("z: int = y", set()),
        ("return x, y", {"return (y, x)"}),
        ("raise ValueError(x + 1)", set()),
    ],
)
def test_what_each_statement_may_become(body: str, wanted: set[str]) -> None:
    head = "def f(x, y):\n    "
    mutated = {m.code.removeprefix(head).rstrip("\n") for m in made(head + body)}
    assert mutated == wanted


def test_a_name_counts_as_bound_only_where_the_same_function_bound_it() -> None:
    source = """
        def f(x):
            first = x
            for i in x:
                i = first
            first = i

        def g(y):
            first = y
            x = y
            return first
    """
    says = [m.says for m in made(source) if m.id.startswith("dropped")]
    assert says == ["`for i in x:` is dropped", "`i = first` is dropped", "`first = i` is dropped"]


def test_conditions_always_or_never_hold() -> None:
    source = """
        while a:
            go()
        if b:
            go()
        if c:
            raise ValueError
    """
    assert [m.says for m in made(source) if m.id.startswith("condition")] == [
        "`a` is always False",
        "`b` is always True",
        "`b` is always False",
        "`c` is always False",
    ]


class TestOnAWholeFunction:
    def test_each_mutant_is_another_program_that_compiles(self) -> None:
        dumps = [ast.dump(ast.parse(m.code)) for m in made(ATTENTION)]
        assert len(dumps) > 40
        assert len(set(dumps)) == len(dumps)
        assert ast.dump(ast.parse(ATTENTION)) not in dumps
        for mutant in made(ATTENTION):
            compile(mutant.code, mutant.id, "exec")

    def test_each_mutant_has_one_change_only(self) -> None:
        plain = ast.unparse(ast.parse(ATTENTION)).split("\n")
        for mutant in made(ATTENTION):
            changed = mutant.code.rstrip("\n").split("\n")
            same_start = next(i for i, line in enumerate(plain) if line != changed[i])
            tail = zip(reversed(plain), reversed(changed), strict=False)
            same_end = next(i for i, (one, other) in enumerate(tail) if one != other)
            touched = plain[same_start : len(plain) - same_end]
            # A dropped loop takes its body along; all else stays on its line.
            assert len(touched) == 1 or touched[0].lstrip().startswith("for ")

    def test_the_same_source_gives_the_same_mutants_in_the_same_order(self) -> None:
        first = made(ATTENTION)
        assert first == made(ATTENTION)
        assert [m.line for m in first] == sorted(m.line for m in first)
        assert len({m.id for m in first}) == len(first)

    def test_words_types_imports_and_errors_stay(self) -> None:
        for mutant in made(ATTENTION):
            for kept in (
                '"""The docstring of the module, with 1 + 1."""',
                "from math import sqrt",
                "q: 'Array[2]'",
                "-> 'Array[3]'",
                '"""Attention; -1 is an axis."""',
                "isn't 1 or more\" + str(5)",
            ):
                assert kept in mutant.code

    @pytest.mark.parametrize(
        "says",
        [
            "`False` becomes `True`",
            "`2.5` becomes `5.0`",
            "`q.shape[-1] < 1` is always False",
            "`k.mT` becomes `k`",
            "`sqrt(q.shape[-1])` becomes `q.shape[-1]`",
            "`causal and scale > 0.5` becomes `causal or scale > 0.5`",
            "`scores = scores.masked_fill(later(scores), -1000000000.0)` is dropped",
            "`True` becomes `False`",
            "`weights /= weights.sum(-1, keepdim=True)` is dropped",
            "`break` is dropped",
            "`return (weights @ v, weights[1:])` becomes `return (weights[1:], weights @ v)`",
        ],
    )
    def test_the_mistakes_of_people_are_among_them(self, says: str) -> None:
        assert says in [m.says for m in made(ATTENTION)]


def test_a_mutant_names_its_line_and_kind() -> None:
    first = made("a = 1\nb = c - d\n")[-2]
    assert (first.id, first.line, first.says) == ("operator-2", 2, "`c - d` becomes `c + d`")
    assert first.code == "a = 1\nb = c + d\n"


def test_a_second_change_of_a_kind_on_a_line_is_numbered() -> None:
    assert [m.id for m in made("x = a + b + c")] == ["operator-1", "operator-1-2"]


def test_a_source_that_is_not_python_is_refused() -> None:
    with pytest.raises(SyntaxError):
        made("def f(:")
