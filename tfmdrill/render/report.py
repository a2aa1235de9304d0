"""The report of one graded file on a terminal: the first screen is the one failure to look at."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from tfmdrill.model.report import (
    Agreement,
    CheckKind,
    CheckResult,
    Diagnosis,
    Outcome,
    Report,
)
from tfmdrill.render.console import indented, say, signs_of
from tfmdrill.render.inert import lines_of, one_line, visible
from tfmdrill.render.opened import print_check
from tfmdrill.render.problems import FRAMEWORK_WORDS
from tfmdrill.render.quantities import count, seconds
from tfmdrill.render.wording import (
    KIND_WORDS,
    NOT_JUDGED,
    OUTCOME_STYLES,
    OUTCOME_WORDS,
    does_not_count,
    failed,
    isolation_words,
    judged,
    next_steps,
    sign_of,
    to_open,
)

SHORT_PRINTS = 8  # lines of what the user's code printed, unless all is asked for


def print_report(
    report: Report,
    *,
    console: Console,
    plain: bool = False,
    all_checks: bool = False,
    only: Sequence[str] = (),
    steps: Sequence[tuple[str, str]] | None = None,
) -> None:
    """Shows the report; in full for the checks named in `only`, or for `all_checks` that failed.

    steps: the commands that make sense now, each with what it gives, for whoever has not written
        the file; None for those of the file's author.
    """
    if plain:
        from tfmdrill.render.sentences import print_sentences

        print_sentences(report, console, all_checks=all_checks, only=tuple(only))
        return
    opened = to_open(report, all_checks=all_checks, only=tuple(only))
    _print_headline(report, console)
    _print_kinds(report, console)
    for check in opened:
        console.print()
        print_check(check, console, whole=all_checks or bool(only))
    _print_diagnoses(report.diagnoses, console)
    for finding in report.findings:
        console.print()
        indented(console, Text("Pattern: ", style="bold").append(visible(finding.says), "not bold"))
    _print_remarks(report, console)
    _print_prints(report.prints, console, whole=all_checks)
    if report.agreement is not None:
        console.print()
        indented(console, Text(agreement_words(report.agreement), style="green"))
    if report.beside is not None:
        from tfmdrill.render.beside import print_beside

        print_beside(report.beside, console)
    if steps is None:
        steps = next_steps(report, len(opened), only=tuple(only))
    _print_foot(report, console, steps)


def print_summary(reports: Sequence[Report], *, console: Console, plain: bool = False) -> None:
    """One line a file, after several files were graded."""
    signs = signs_of(console)
    passed = sum(report.outcome is Outcome.PASSED for report in reports)
    say(console)
    say(console, f"{passed} of {count(len(reports), 'file')} passed.", "" if plain else "bold")
    for report in reports:
        words = f"{OUTCOME_WORDS[report.outcome]}, {judged(report)}"
        sign = "" if plain else f"{sign_of(report.outcome, signs)} "
        style = "" if plain else OUTCOME_STYLES[report.outcome]
        say(console, f"{sign}{visible(report.file)}: {words}", style)


def agreement_words(agreement: Agreement) -> str:
    return (
        f"Your answer agrees with {visible(agreement.against)} on {agreement.batches} random "
        f"batches; the largest difference is {agreement.largest_difference:.2g}."
    )


def _print_headline(report: Report, console: Console) -> None:
    signs = signs_of(console)
    style = OUTCOME_STYLES[report.outcome]
    word = OUTCOME_WORDS[report.outcome].upper()
    line = Text(f"{sign_of(report.outcome, signs)} {word}", style=f"bold {style}")
    line.append(f"  {visible(report.title)}", style="bold default not dim")
    line.append(f"  {judged(report)}", style=f"bold {style}")
    indented(console, line, 0, hang=2)
    framework = FRAMEWORK_WORDS.get(report.framework, report.framework)
    place = f"{report.name} {signs.dot} {visible(report.file)} {signs.dot} {framework}"
    indented(console, Text(place, style="dim"))
    if report.outcome is Outcome.GRADER_FAULT:
        text = "The grader failed, not your code. This counts for nothing: grade it again."
        indented(console, Text(text))


def _print_kinds(report: Report, console: Console) -> None:
    """A line a kind: how many passed, and the ids of those that did not."""
    widest = max((len(KIND_WORDS[check.kind]) for check in report.checks), default=0)
    console.print()
    for kind, word in KIND_WORDS.items():
        checks = [check for check in report.checks if check.kind is kind]
        if not checks:
            continue
        failures = [check for check in checks if failed(check)]
        sign = sign_of(_shown_outcome(checks), signs_of(console))
        style = OUTCOME_STYLES[_shown_outcome(checks)]
        line = Text(f"{sign} ", style=style).append(f"{word:<{widest}}  ", style="default not dim")
        line.append(counts_words(checks), style="default not dim")
        if failures:
            room = console.width - 2 - line.cell_len - 2
            line.append(f"  {_failures_words(failures, report.outcome, room)}", style=style)
        indented(console, line, 2, hang=widest + 4)
        for words in measured_words(checks):
            indented(console, Text(words, style="dim"), widest + 6, hang=2)


def measured_words(checks: Sequence[CheckResult]) -> list[str]:
    """What was measured of costs that passed or couldn't be judged; failures say it themselves."""
    return [
        f"{visible(check.id)}: {visible(check.message)}"
        for check in checks
        if check.kind is CheckKind.COST and check.message and not failed(check)
    ]


def _shown_outcome(checks: Sequence[CheckResult]) -> Outcome:
    """The first failure, else passed if anything passed, else why nothing was judged."""
    failures = [check.outcome for check in checks if failed(check)]
    passed = [check.outcome for check in checks if check.outcome is Outcome.PASSED]
    return (failures or passed or [checks[0].outcome])[0]


def counts_words(checks: Sequence[CheckResult], verb: str = "") -> str:
    """How many of the judged passed, and how many were not judged or don't count."""
    judged_checks = [check for check in checks if check.outcome not in NOT_JUDGED]
    passed = sum(check.outcome is Outcome.PASSED for check in judged_checks)
    parts = []
    if judged_checks:
        parts.append(f"{passed} of {len(judged_checks)}{verb}")
    for outcome, word in ((Outcome.SKIPPED, "skipped"), (Outcome.TOO_NOISY, "too noisy to judge")):
        number = sum(check.outcome is outcome for check in checks)
        if number:
            parts.append(f"{number} {word}")
    if any(does_not_count(check) for check in checks):
        parts.append("not counted until values pass")
    return ", ".join(parts)


def _failures_words(failures: Sequence[CheckResult], usual: Outcome, room: int) -> str:
    """As many ids as fit in `room` columns, at least one, and how many more there are.

    How a check ended is said where it isn't as the whole report did.
    """
    names = [
        visible(check.id)
        if check.outcome is usual
        else f"{visible(check.id)} ({OUTCOME_WORDS[check.outcome]})"
        for check in failures
    ]
    for kept in range(len(names), 0, -1):
        more = f" and {len(names) - kept} more" if kept < len(names) else ""
        words = ", ".join(names[:kept]) + more
        if cell_len(words) <= room:
            break
    return words


def _print_diagnoses(diagnoses: Sequence[Diagnosis], console: Console) -> None:
    """The named mistakes in a panel; several that fit equally stand together in it."""
    if not diagnoses:
        return
    from rich.panel import Panel

    body = Text()
    for number, diagnosis in enumerate(diagnoses):
        if number:
            body.append("\n\nor\n\n", style="bold yellow")
        elif len(diagnoses) > 1:
            body.append("either\n\n", style="bold yellow")
        body.append(visible(diagnosis.says), style="bold")
        if diagnosis.because:
            body.append("\nBecause: ", style="yellow").append(visible(diagnosis.because))
        if diagnosis.fix:
            body.append("\nTry: ", style="yellow").append(visible(diagnosis.fix))
        body.append(f"\n{diagnosis_match(diagnosis)}", style="dim")
    title = "The mistake" if len(diagnoses) == 1 else "The mistake: these fit equally well"
    console.print()
    console.print(
        Panel(body, title=Text(title), title_align="left", border_style="yellow", padding=(0, 1))
    )


def diagnosis_match(diagnosis: Diagnosis) -> str:
    return (
        f"{visible(diagnosis.bug)}: explains {diagnosis.matched} of "
        f"{count(diagnosis.of, 'answer')} that your code gave"
    )


def _print_remarks(report: Report, console: Console) -> None:
    if not report.remarks:
        return
    console.print()
    for remark in report.remarks:
        indented(console, Text(f"Note: {visible(remark)}", style="dim"), hang=6)


def _print_prints(prints: str, console: Console, *, whole: bool) -> None:
    """What the user's code printed, each line marked as theirs."""
    if not prints.strip():
        return
    bar = signs_of(console).bar
    shown, left = lines_of(prints, 0 if whole else SHORT_PRINTS)
    console.print()
    indented(console, Text("Your code printed:", style="dim"))
    for line in shown:
        for part in Text(line).wrap(console, max(20, console.width - 4)):
            console.print(Text(f"  {bar} ", style="dim").append_text(part))
    if left:
        indented(console, Text(f"{count(left, 'more line')}, shown with --all", style="dim"))


def _print_foot(report: Report, console: Console, steps: Sequence[tuple[str, str]]) -> None:
    dot = f" {signs_of(console).dot} "
    facts = [judged(report), seconds(report.elapsed_s), f"seed {report.seed}"]
    console.print()
    facts.append(f"isolation {isolation_words(report.isolation)}")
    indented(console, Text(dot.join(facts), style="dim"), 0, hang=2)
    widest = max((len(command) for command, _ in steps), default=0)
    for command, gives in steps:
        line = Text(one_line(command).ljust(widest), style="bold")
        line.append(f"  {gives}", style="dim not bold")
        indented(console, line, 2, hang=widest + 2 if widest < console.width // 2 else 4)
