"""`verify` says whether a problem can be trusted, and every reason why not."""

from dataclasses import replace

import pytest
from screens import shown, widest_line

from tfmdrill.model.report import Outcome
from tfmdrill.model.verification import (
    BugVerdict,
    Graded,
    MutantVerdict,
    PairVerdict,
    ProblemVerdict,
    Verification,
)
from tfmdrill.render.verification import complaints_of, print_verify

GOOD = ProblemVerdict(
    slug="attention-masks",
    stubs=(Graded("stub (torch)", Outcome.ERROR, 0.0),),
    solutions=(Graded("solutions/in_torch.py", Outcome.PASSED, 1.0),),
    bugs=(BugVerdict("strict", True, ("strict",), True, 12.0),),
    pairs=(PairVerdict("strict", "top-left", 30.0), PairVerdict("a", "b", 0.0, same_as=True)),
    degenerate=(Graded("zeros (torch)", Outcome.WRONG, 0.0),),
    mutants_killed=97,
    accepted=(MutantVerdict("m9", 14, "eps became 0", True, 500),),
    calls=41,
    doubles=100,
    doubles_unnamed=("a + c named as nothing",),
)
ESCAPED = MutantVerdict("m1", 12, "n + 1 became n - 1", False, 500)

BAD = {
    "stub": ({"stubs": (Graded("stub (torch)", Outcome.PASSED, 1.0),)}, "A stub must fail"),
    "no stub": ({"stubs": ()}, "none graded"),
    "stub scores": ({"stubs": (Graded("s", Outcome.WRONG, 0.1),)}, "with score 0.1"),
    "solution": ({"solutions": (Graded("in_numpy.py", Outcome.WRONG, 0.5),)}, "in_numpy.py wrong"),
    "accepted bug": ({"bugs": (BugVerdict("fill", False, (), False),)}, "Bug fill is accepted."),
    "misnamed": (
        {"bugs": (BugVerdict("fill", True, ("strict",), False),)},
        "Bug fill is diagnosed as strict.",
    ),
    "unnamed": ({"bugs": (BugVerdict("fill", True, (), False),)}, "diagnosed as nothing"),
    "weak": ({"bugs": (BugVerdict("fill", True, ("fill",), True, 2.5),)}, "Bug fill shows by 2.5x"),
    "close": ({"pairs": (PairVerdict("a", "b", 0.5),)}, "Bugs a and b differ by 0.5x"),
    "degenerate": ({"degenerate": (Graded("ones", Outcome.WRONG, 0.2),)}, "ones wrong with score"),
    "mutant": ({"accepted": (ESCAPED,)}, "Mutant m1 at line 12 is accepted: n + 1 became n - 1."),
    "two at once": (
        {"doubles": 10, "doubles_unnamed": ("a + b named as nothing",)},
        "Two mistakes at once are named in 9 of 10; 95 % are wanted: a + b named as nothing.",
    ),
    "other": ({"complaints": ("hints.md: Shapes is empty.",)}, "Shapes is empty"),
}


def test_trusted_problem_has_no_complaint() -> None:
    assert GOOD.trusted
    assert list(complaints_of(GOOD)) == []


@pytest.mark.parametrize("name", BAD)
def test_each_weakness_costs_the_trust_and_is_said(name: str) -> None:
    change, says = BAD[name]
    bad = replace(GOOD, **change)
    assert not bad.trusted
    (complaint,) = complaints_of(bad)
    assert says in complaint


def test_kill_rate_leaves_equal_mutants_out() -> None:
    both = Verification((GOOD, replace(GOOD, mutants_killed=2, accepted=(ESCAPED,))))
    assert (both.killed, both.equal, both.survived) == (99, 1, 1)
    assert both.kill_rate == 0.99
    assert Verification(()).kill_rate is None


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("width", [60, 80, 140])
def test_table_fits_and_tells_the_totals(width: int, plain: bool) -> None:
    bad = replace(GOOD, slug="grouped-query-attention", accepted=(ESCAPED,))
    screen = shown(print_verify, Verification((GOOD, bad)), width=width, plain=plain)
    assert widest_line(screen) <= width
    words = " ".join(screen.split())
    assert "1 of 2 problems trusted." in words
    assert "194 killed, 1 equal to the solution within the bound, 1 survived" in words
    assert "kill rate 99 %" in words
    assert "Two bugs at once: 99 % named." in words
    assert "grouped-query-attention: 1 complaint" in words


def test_equal_mutants_are_shown_on_request() -> None:
    assert "eps became 0" not in shown(print_verify, Verification((GOOD,)))
    details = shown(print_verify, Verification((GOOD,)), details=True)
    assert "equal on 500 draws: m9, line 14, eps became 0" in details
    assert "two at once: a + c named as nothing" in details
