"""What `verify` measured: a table, then what is wrong with each problem that can't be trusted."""

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.text import Text

from tfmdrill.model.verification import BugVerdict, Graded, ProblemVerdict, Verification
from tfmdrill.render.console import Signs, indented, say, signs_of
from tfmdrill.render.inert import visible
from tfmdrill.render.quantities import count, percent, seconds
from tfmdrill.render.wording import OUTCOME_WORDS

HEADS = ("stub", "sol", "bugs", "two", "pairs", "sep", "degen", "mutants", "calls")
SHOWN_MUTANTS = 20  # of the accepted ones, each kind
SHOWN_DOUBLES = 5  # of those that weren't named


@contextmanager
def progress_shown(total: int) -> Iterator[Callable[[str], None]]:
    """Gives a function that says which problem was measured last, on standard error.

    Nothing is shown where that is no terminal, and nothing stays.
    """
    numbers = itertools.count(1)
    with Console(stderr=True, markup=False).status("Measuring ...") as status:
        yield lambda slug: status.update(f"Measuring: {slug} done, {next(numbers)} of {total} ...")


def print_verify(
    verification: Verification, *, console: Console, plain: bool = False, details: bool = False
) -> None:
    """The table with the kill rate, the complaints, with `details` also what was missed."""
    problems = verification.problems
    if plain:
        for problem in problems:
            say(console, _sentence(problem))
    else:
        _print_table(problems, console)
    for problem in problems:
        complaints = list(complaints_of(problem))
        if complaints:
            say(console)
            word = count(len(complaints), "complaint")
            say(console, f"{problem.slug}: {word}", "" if plain else "bold red")
        for complaint in complaints:
            indented(console, Text(visible(complaint)), hang=2)
        if details:
            _print_accepted(problem, console)
    say(console)
    say(console, _totals(verification))


def complaints_of(problem: ProblemVerdict) -> Iterator[str]:
    """Each reason not to trust the problem, in a sentence."""
    if not problem.stubs_fail:
        yield f"A stub must fail with score 0: {_graded_words(problem.stubs) or 'none graded'}."
    if not problem.solutions_pass:
        yield f"Every solution must pass: {_graded_words(problem.solutions) or 'none graded'}."
    for bug in problem.bugs:
        if not bug.rejected:
            yield f"Bug {bug.id} is accepted.{_because(bug)}"
        elif not bug.named_right:
            named = " or ".join(bug.named) or "nothing"
            yield f"Bug {bug.id} is diagnosed as {named}.{_because(bug)}"
    for bug in problem.weak_bugs:
        yield (
            f"Bug {bug.id} shows by {_times(bug.separation)} the bound in its weakest session; "
            f"{_times(problem.separation_wanted)} is wanted."
        )
    for pair in problem.close_pairs:
        yield (
            f"Bugs {pair.first} and {pair.second} differ by {_times(pair.separation)} the bound: "
            f"add a case that parts them, or same_as."
        )
    if not problem.names_doubles:
        yield (
            f"Two mistakes at once are named in {problem.doubles_named} of {problem.doubles}; "
            f"{percent(problem.doubles_wanted)} are wanted: {_some_doubles(problem)}."
        )
    for answer in problem.scoring_degenerates:
        yield f"The degenerate answer {_graded_words((answer,))} must fail with score 0."
    for mutant in problem.survivors[:SHOWN_MUTANTS]:
        yield f"Mutant {mutant.id} at line {mutant.line} is accepted: {mutant.says}."
    if len(problem.survivors) > SHOWN_MUTANTS:
        yield f"{len(problem.survivors) - SHOWN_MUTANTS} more mutants are accepted."
    yield from problem.complaints


def _print_table(problems: tuple[ProblemVerdict, ...], console: Console) -> None:
    signs = signs_of(console)
    rows = [_cells(problem, signs) for problem in problems]
    widths = [max(len(row[i]) for row in (HEADS, *rows)) for i in range(len(HEADS))]
    slug_width = max(len("problem"), *(len(p.slug) for p in problems)) if problems else 7
    # Where a line doesn't fit, the numbers of each problem stand under its name.
    one_line = 2 + slug_width + sum(widths) + 2 * len(widths) <= console.width
    indent = slug_width if one_line else 0
    head = "".join(f"  {h.rjust(w)}" for h, w in zip(HEADS, widths, strict=True))
    console.print(Text("  " + "problem".ljust(indent) * one_line + head, style="bold"))
    for problem, row in zip(problems, rows, strict=True):
        sign = signs.passed if problem.trusted else signs.failed
        line = Text(f"{sign} ", style="green" if problem.trusted else "red")
        if not one_line:
            console.print(line.append(problem.slug, style="default"))
            line = Text("  ")
        line.append(problem.slug.ljust(indent) * one_line, style="default")
        line.append("".join(f"  {c.rjust(w)}" for c, w in zip(row, widths, strict=True)), "default")
        console.print(line)
    legend = (
        "two: two bugs at once, named; pairs: bugs told apart; sep: the bug that shows least, in "
        "bounds; degen: degenerate answers with score 0; "
        "mutants: k killed, = equal to the solution, s survived"
    )
    indented(console, Text(legend, style="dim"))


def _cells(problem: ProblemVerdict, signs: Signs) -> tuple[str, ...]:
    passed = sum(1 for s in problem.solutions if s.outcome == "passed")
    parted = len(problem.pairs) - len(problem.close_pairs)
    smallest = [b.separation for b in problem.bugs if b.separation is not None]
    zeros = len(problem.degenerate) - len(problem.scoring_degenerates)
    return (
        "fails" if problem.stubs_fail else signs.failed,
        f"{passed}/{len(problem.solutions)}",
        f"{problem.bugs_named}/{len(problem.bugs)}",
        f"{problem.doubles_named}/{problem.doubles}",
        f"{parted}/{len(problem.pairs)}",
        _times(min(smallest)) if smallest else signs.skipped,
        f"{zeros}/{len(problem.degenerate)}",
        _mutants(problem),
        str(problem.calls),
    )


def _mutants(problem: ProblemVerdict) -> str:
    """Killed, equal and survived, in this order."""
    return f"{problem.mutants_killed}k {problem.equal_mutants}= {len(problem.survivors)}s"


def _sentence(problem: ProblemVerdict) -> str:
    word = "trusted" if problem.trusted else "not trusted"
    passed = sum(1 for s in problem.solutions if s.outcome == "passed")
    zeros = len(problem.degenerate) - len(problem.scoring_degenerates)
    return (
        f"{problem.slug}: {word}. Stub {'fails' if problem.stubs_fail else 'does not fail'}; "
        f"{passed} of {count(len(problem.solutions), 'solution')} pass; "
        f"{problem.bugs_named} of {count(len(problem.bugs), 'bug')} named, "
        f"{problem.doubles_named} of {problem.doubles} where two are made at once; "
        f"{len(problem.pairs) - len(problem.close_pairs)} of "
        f"{count(len(problem.pairs), 'pair')} told apart; "
        f"{zeros} of {count(len(problem.degenerate), 'degenerate answer')} score 0; "
        f"mutants: {problem.mutants_killed} killed, {problem.equal_mutants} equal, "
        f"{len(problem.survivors)} survived; {count(problem.calls, 'call')} a session; "
        f"{seconds(problem.elapsed_s)}."
    )


def _totals(verification: Verification) -> str:
    rate = verification.kill_rate
    trusted = sum(problem.trusted for problem in verification.problems)
    words = f"{trusted} of {count(len(verification.problems), 'problem')} trusted."
    if verification.doubles:
        named = percent(verification.doubles_named / verification.doubles)
        words += f" Two bugs at once: {named} named."
    if rate is None:
        return f"{words} No mutants were made."
    return (
        f"{words} Mutants: {verification.killed} killed, {verification.equal} equal to the "
        f"solution within the bound, {verification.survived} survived; "
        f"kill rate {percent(rate)}."
    )


def _some_doubles(problem: ProblemVerdict) -> str:
    more = len(problem.doubles_unnamed) - SHOWN_DOUBLES
    return "; ".join(problem.doubles_unnamed[:SHOWN_DOUBLES]) + (f"; {more} more" * (more > 0))


def _print_accepted(problem: ProblemVerdict, console: Console) -> None:
    for double in problem.doubles_unnamed:
        words = f"{problem.slug}, two at once: {double}"
        indented(console, Text(words, style="dim"), hang=2)
    for mutant in problem.accepted:
        if mutant.equal:
            where = f"{problem.slug}, equal on {mutant.draws} draws: {mutant.id}"
            words = f"{where}, line {mutant.line}, {mutant.says}"
            indented(console, Text(visible(words), style="dim"), hang=2)


def _graded_words(answers: tuple[Graded, ...]) -> str:
    return ", ".join(
        f"{a.name} {OUTCOME_WORDS[a.outcome]}"
        + (" without a score" if a.score is None else f" with score {a.score:.2g}")
        for a in answers
    )


def _because(bug: BugVerdict) -> str:
    return f" {bug.says}" if bug.says else ""


def _times(separation: float | None) -> str:
    return "-" if separation is None else f"{separation:.3g}x"
