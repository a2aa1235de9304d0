"""The first screen of a report: what a person at a terminal of some width can see on it."""

import itertools
from dataclasses import replace

import pytest
from reports import (
    CALL,
    HALF_SPLIT,
    PARTIAL,
    STRICT,
    WIDE_GRID,
    check,
    error_report,
    passed_report,
    report,
    wrong_report,
)
from screens import shown, widest_line

from tfmdrill.model.report import (
    Argument,
    CheckKind,
    ExceptionInfo,
    Finding,
    Frame,
    Isolation,
    Outcome,
    Tier,
)
from tfmdrill.render.report import print_report, print_summary

REPORTS = {"wrong": wrong_report, "error": error_report, "passed": passed_report}
HOSTILE = "[red]x[/red] \x1b[2J\u202e\x07 \ud800"


@pytest.mark.parametrize(
    ("name", "width", "plain"), list(itertools.product(REPORTS, (60, 80, 140), (False, True)))
)
def test_no_line_is_wider_than_the_terminal(name: str, width: int, plain: bool) -> None:
    screen = shown(print_report, REPORTS[name](), width=width, plain=plain)
    assert widest_line(screen) <= width


def test_first_screen_of_a_wrong_answer_holds_what_matters_in_order() -> None:
    screen = shown(print_report, wrong_report())
    order = [
        "WRONG  Attention with masks  score 62 %",
        "Values      2 of 4  causal, causal-padded",
        "Edge cases  0 of 1  empty-rows (timed out)",
        "Hygiene     2 of 2, not counted until values pass",
        "Gradients   1 skipped",
        "causal  wrong",
        "Causal mask, n = m and n != m",
        "masked_attention(q, k, v, causal=True)",
        "q       float32 (1, 2, 2, 1)",
        "Furthest off at [0, 1, 1, 1]: expected 0.750, got 2.750",
        "The mask is applied after the softmax.",
        "Because: The rows no longer sum to one",
        "Try: Hide the scores",
        "24 of 24",
        "score 62 % · 31 ms · seed 71203 · isolation full",
        "tfmdrill grade masked.py",
        "tfmdrill hint attention-masks",
    ]
    places = [screen.find(words) for words in order]
    assert -1 not in places, order[places.index(-1)]
    assert places == sorted(places)


def test_only_one_failure_is_opened_unless_more_are_asked_for() -> None:
    assert "Both masks" not in shown(print_report, wrong_report())
    everything = shown(print_report, wrong_report(), all_checks=True)
    assert "Both masks" in everything
    assert "It ran for 2 s." in everything
    one = shown(print_report, wrong_report(), only=("causal-padded",))
    assert "Both masks" in one
    assert "Causal mask, n = m" not in one


def test_small_arguments_are_shown_and_large_ones_when_a_check_is_asked_for() -> None:
    numbers = ", ".join(f"{n}.5" for n in range(40))
    large = Argument("q", "float32 (40,)", f"np.array([{numbers}], dtype=np.float32)")
    small = Argument("k", "float32 (2,)", "np.array([0.5, 1.0], dtype=np.float32)")
    failing = check("a", Outcome.WRONG, where=replace(CALL, arguments=(large, small)))
    for plain in (False, True):
        graded = report(Outcome.WRONG, failing, score=0)
        short = shown(print_report, graded, plain=plain)
        assert "[0.5, 1.0]" in short
        assert "np.array" not in short
        assert "17.5" not in short
        whole = " ".join(shown(print_report, graded, plain=plain, only=("a",)).split())
        assert large.literal in whole
        assert small.literal in whole


@pytest.mark.parametrize("plain", [False, True])
def test_exception_is_told_once(plain: bool) -> None:
    exception = ExceptionInfo("ValueError", "no such axis")
    where = replace(CALL, grid=None, got="ValueError", exception=exception, layout="stride 0")
    failing = check(
        "a", Outcome.ERROR, message="on the second call: ValueError: no such axis", where=where
    )
    screen = shown(print_report, report(Outcome.ERROR, failing, score=0), plain=plain)
    assert screen.count("ValueError") == 1
    assert "on the second call\n" in screen
    assert "In memory: stride 0" in screen


@pytest.mark.parametrize("plain", [False, True])
def test_what_the_message_tells_is_not_told_again(plain: bool) -> None:
    told = "the result is 2.75, not 0.75 at (0, 1, 1, 1); 3 of 12 entries are off"
    failing = check("a", Outcome.WRONG, message=told, where=CALL)
    screen = shown(print_report, report(Outcome.WRONG, failing, score=0), plain=plain)
    assert told in screen
    assert "urthest off at" not in screen
    same = check("a", Outcome.WRONG, message="no gradient", where=replace(CALL, got="no gradient"))
    screen = shown(print_report, report(Outcome.WRONG, same, score=0), plain=plain)
    assert screen.count("no gradient") == 1


def test_ids_that_do_not_fit_the_line_are_counted() -> None:
    failing = [check(f"values-of-mode-{n}", Outcome.ERROR) for n in range(9)]
    graded = report(Outcome.ERROR, *failing, check("late", Outcome.TIMEOUT), score=0)
    (line,) = [r for r in shown(print_report, graded).split("\n") if "Values" in r]
    assert line.endswith("values-of-mode-0, values-of-mode-1 and 8 more")
    (line,) = [r for r in shown(print_report, graded, width=30).split("\n") if "Values" in r]
    assert "0 of 10" in line
    (line,) = [r for r in shown(print_report, graded, width=300).split("\n") if "Values" in r]
    assert line.endswith("values-of-mode-8, late (timed out)")


def test_first_screen_fits_on_40_lines_even_with_a_large_grid() -> None:
    large = replace(CALL, grid=WIDE_GRID)
    failing = check("causal", Outcome.WRONG, title="Causal mask", where=large)
    graded = report(Outcome.WRONG, failing, score=0.5, diagnoses=(HALF_SPLIT,))
    assert shown(print_report, graded).count("\n") <= 40


def test_exception_shows_own_frames_with_the_shape_of_each_tensor() -> None:
    screen = shown(print_report, error_report())
    for words in (
        "RuntimeError: The size of tensor a (3)",
        "line 14, in masked_attention",
        "return weigh(scores, mask) @ v",
        "line 6, in weigh",
        "scores  float32 (2, 3, 4, 5)",
        "mask    bool (2, 3)",
    ):
        assert words in screen
    assert screen.index("line 14") < screen.index("line 6,")


def test_deep_recursion_shows_the_innermost_frames_and_how_many_more() -> None:
    frames = tuple(Frame(f"line {n}", f"f{n}", "f()", ()) for n in range(100))
    deep = ExceptionInfo("RecursionError", "maximum recursion depth exceeded", frames)
    failing = check("a", Outcome.ERROR, where=replace(CALL, grid=None, exception=deep))
    graded = report(Outcome.ERROR, failing, score=0)
    screen = shown(print_report, graded)
    assert "96 more frames" in screen
    assert "in f99" in screen
    assert "in f95\n" not in screen
    assert "in f0\n" in shown(print_report, graded, all_checks=True)


def test_prints_are_marked_as_the_users_and_cut_short() -> None:
    screen = shown(print_report, error_report())
    assert "Your code printed:" in screen
    assert screen.count("│ scores torch.Size") == 8
    assert "4 more lines" in screen
    assert shown(print_report, error_report(), all_checks=True).count("│ scores torch.Size") == 12


def test_isolation_names_the_layers_that_are_missing() -> None:
    screen = " ".join(shown(print_report, error_report()).split())
    assert "isolation partial, without landlock (the kernel is older than 5.13)" in screen
    assert "isolation full" in shown(print_report, wrong_report())
    lacking = (("seccomp", "only Linux has it"), ("landlock", "only Linux has it"))
    bare = replace(error_report(), isolation=Isolation(Tier.PROCESS_ONLY, ("rlimits",), lacking))
    words = "solation process-only, without seccomp, landlock (only Linux has it)"
    assert f"i{words}" in " ".join(shown(print_report, bare).split())
    assert f"I{words}." in " ".join(shown(print_report, bare, plain=True).split())


def test_equal_diagnoses_are_shown_together() -> None:
    graded = replace(wrong_report(), diagnoses=(HALF_SPLIT, STRICT))
    screen = shown(print_report, graded)
    places = [screen.index(words) for words in ("either", HALF_SPLIT.says, " or ", STRICT.says)]
    assert places == sorted(places)
    assert "fit equally well" in screen


def test_structural_findings_and_remarks_are_shown() -> None:
    finding = Finding("factor", "Your values are the expected ones times sqrt(d_k).")
    graded = replace(
        wrong_report(), diagnoses=(), findings=(finding,), remarks=("Magics left out.",)
    )
    screen = shown(print_report, graded)
    assert finding.says in screen
    assert "Note: Magics left out." in screen


def test_grader_fault_gives_no_score_and_asks_to_grade_again() -> None:
    fault = check("causal", Outcome.GRADER_FAULT, message="The sandbox could not be set up.")
    for plain in (False, True):
        screen = shown(print_report, report(Outcome.GRADER_FAULT, fault, score=None), plain=plain)
        assert "no score" in screen
        assert "%" not in screen
        assert "grade it again" in screen
        assert "--seed 71203" in screen


def test_pass_shows_agreement_costs_and_the_next_problem() -> None:
    screen = shown(print_report, passed_report())
    assert "agrees with torch's scaled_dot_product_attention on 50 random" in screen
    assert "2.4e-07" in screen
    for words in ("12 ms", "6.1 ms", "3.0 MiB", "900 B", "return scores @ v", "tfmdrill next"):
        assert words in screen


@pytest.mark.parametrize("outcome", [o for o in Outcome if o not in ("skipped", "too-noisy")])
@pytest.mark.parametrize("plain", [False, True])
def test_every_outcome_has_its_own_word(outcome: Outcome, plain: bool) -> None:
    graded = report(outcome, check("a", outcome), score=None if outcome == "grader-fault" else 0.0)
    headline = shown(print_report, graded, plain=plain).split("\n")[0]
    others = {
        shown(print_report, report(o, check("a", o), score=0.0), plain=plain).split("\n")[0]
        for o in Outcome
        if o is not outcome
    }
    assert headline not in others


@pytest.mark.parametrize("plain", [False, True])
def test_names_and_texts_of_others_do_nothing_to_the_terminal(plain: bool) -> None:
    exception = ExceptionInfo(
        "E" + HOSTILE, HOSTILE, (Frame("line 1", HOSTILE, HOSTILE, ((HOSTILE, HOSTILE),)),)
    )
    where = replace(CALL, call=HOSTILE, expected=HOSTILE, got=HOSTILE, exception=exception)
    failing = check("a", Outcome.ERROR, title=HOSTILE, message=HOSTILE, where=where)
    graded = report(
        Outcome.ERROR,
        replace(failing, remarks=(HOSTILE,)),
        check("b", Outcome.WRONG, kind=CheckKind.EDGE),
        score=0.0,
        file=HOSTILE,
        isolation=replace(PARTIAL, missing=(("landlock", HOSTILE),)),
        diagnoses=(replace(HALF_SPLIT, says=HOSTILE),),
        findings=(Finding("x", HOSTILE),),
        remarks=(HOSTILE,),
        prints=HOSTILE,
    )
    screen = shown(print_report, graded, plain=plain, width=140)
    assert not set(screen) & set("\x1b\u202e\x07\ud800")
    assert screen.count("[red]x[/red]") >= 12
    assert "\\x1b[2J" in screen


def test_console_without_unicode_gets_ascii_signs() -> None:
    screen = shown(print_report, wrong_report(), ascii_only=True)
    assert screen.isascii()
    assert "x WRONG" in screen
    assert "> 2.750#" in screen


def test_plain_report_is_sentences_without_columns_boxes_or_colour() -> None:
    screen = shown(print_report, wrong_report(), plain=True, width=200)
    assert screen.isascii()
    for line in (
        "Wrong: Attention with masks (attention-masks), score 62 %.",
        "Values: 2 of 4 passed. Failed: causal (wrong), causal-padded (wrong).",
        "The call: masked_attention(q, k, v, causal=True)",
        "Row 1: expected 0.500, 0.750, 1.000; got 0.500, 2.750, nan; wrong in column 1, 2.",
        "The mistake: The mask is applied after the softmax.",
        "Next: tfmdrill hint attention-masks (a hint)",
    ):
        assert line in screen.split("\n")
    assert "  " not in screen


def test_plain_report_holds_what_the_other_holds() -> None:
    for make, words in (
        (error_report, ("in weigh", "mask is bool (2, 3)", "> scores torch", "landlock", "Note:")),
        (passed_report, ("2.4e-07", "12 ms", "3.0 MiB", "return scores @ v")),
    ):
        screen = shown(print_report, make(), plain=True, width=200)
        assert not [w for w in words if w not in screen]


@pytest.mark.parametrize("plain", [False, True])
def test_summary_has_a_line_a_file(plain: bool) -> None:
    screen = shown(print_summary, [wrong_report(), passed_report()], plain=plain)
    assert "1 of 2 files passed." in screen
    assert "masked.py: wrong, score 62 %" in screen
    assert "masked.py: passed, score 100 %" in screen


@pytest.mark.parametrize("plain", [False, True])
def test_what_was_measured_of_a_cost_is_shown_whether_or_not_it_was_judged(plain: bool) -> None:
    passed = check("cost-work", kind=CheckKind.COST, message="took 1.04 times as long")
    noisy = check("cost-memory", Outcome.TOO_NOISY, kind=CheckKind.COST, message="not judged: busy")
    values = check("causal", message="never shown")
    screen = shown(print_report, report(Outcome.PASSED, values, passed, noisy), plain=plain)
    assert "cost-work: took 1.04 times as long" in screen
    assert "cost-memory: not judged: busy" in screen
    assert "1 too noisy to judge" in screen
    assert "never shown" not in screen


def test_a_cost_has_no_input_to_write_a_script_of() -> None:
    where = replace(CALL, arguments=(), grid=None, exception=ExceptionInfo("MemoryError", "no"))
    costly = check("cost-memory", Outcome.WRONG, kind=CheckKind.COST, where=where)
    assert "--repro" not in shown(print_report, report(Outcome.WRONG, costly, score=0.9))
    wrong = check("causal", Outcome.WRONG, where=CALL)
    assert "--repro" in shown(print_report, report(Outcome.WRONG, costly, wrong, score=0.9))
