"""A course in the terminal: how far grading is, what came of the class, what would change."""

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from tfmdrill.model.course import (
    Advance,
    ClassGrades,
    Course,
    CourseCheck,
    GradeStatus,
    Override,
    Replayed,
    ScoreChange,
    Student,
)
from tfmdrill.model.report import Outcome
from tfmdrill.model.workspace import Written
from tfmdrill.render.console import indented, padded, say, signs_of, widest
from tfmdrill.render.inert import one_line, visible
from tfmdrill.render.quantities import count, percent, seconds
from tfmdrill.render.report import print_report
from tfmdrill.render.wording import OUTCOME_WORDS, failed, isolation_words, judged

SHOWN_LINES = 20  # of files that weren't matched, and of students to look at
SHOWN_CHECKS = 4
SHOWN_PATH = 70


class GradingProgress:
    """Told of each verdict; a bar with rate, time left and outcomes on standard error."""

    def __init__(self, console: Console) -> None:
        self._bar = Progress(
            TextColumn("Grading"),
            BarColumn(bar_width=20),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(elapsed_when_finished=True),
            TextColumn("{task.fields[outcomes]}"),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task("", total=None, rate="", outcomes="", visible=False)
        self._outcomes: Counter[Outcome] = Counter()
        self._live = False
        self.last = Advance(0, 0)

    def __call__(self, advance: Advance) -> None:
        self.last = advance
        if advance.outcome is not None:
            self._outcomes[advance.outcome] += 1
        if not self._live and advance.of:
            self._bar.start()
            self._live = True
        if advance.waiting:
            say(self._bar.console, advance.waiting)
        speed = self._bar.tasks[0].speed
        words = [f"{n} {OUTCOME_WORDS[outcome]}" for outcome, n in self._outcomes.most_common()]
        self._bar.update(
            self._task,
            visible=advance.of > 0,
            completed=advance.done,
            total=advance.of,
            rate=f"{speed:.1f} a second" if speed else "",
            outcomes=", ".join(words),
        )

    def close(self) -> None:
        """Nothing of the bar stays; may be called twice."""
        if self._live:
            self._bar.stop()
            self._live = False


@contextmanager
def grading_shown() -> Iterator[GradingProgress]:
    """Shows how far grading is; after an interrupt says what is kept."""
    console = Console(stderr=True, markup=False)
    progress = GradingProgress(console)
    try:
        yield progress
    except KeyboardInterrupt:
        progress.close()
        done = count(progress.last.done, "verdict")
        say(console, f"Stopped. {done} of {progress.last.of} kept; the same command goes on.")
        raise
    finally:
        progress.close()


@contextmanager
def working(words: str) -> Iterator[None]:
    """Says on standard error that something is being done, and takes it away again."""
    with Console(stderr=True, markup=False).status(words):
        yield


def name_of(student: Student, *, names: bool) -> str:
    """The student as the instructor wants to see them."""
    return one_line(f"{student.name} ({student.key})", 60) if names else student.pseudonym


def print_autograder(written: Written, course: Course, *, github: bool, console: Console) -> None:
    """What `course autograder` wrote, and where it goes."""
    if written.backup:
        say(console, f"The one that was there is {visible(str(written.backup))}.")
    slugs = ", ".join(problem.slug for problem in course.problems)
    say(console, f"Wrote {visible(str(written.path))}: {slugs}, seed {course.seed}.")
    if github:
        say(console, "Unpack it: README.md says which folder goes into which repository.")
    else:
        say(console, "Upload it to Gradescope under Configure Autograder.")
    say(console, "Model answers are in it: keep it from students.")


def print_started(written: Written, *, console: Console) -> None:
    """What `course init` wrote, and what comes next."""
    if written.backup:
        say(console, f"The one that was there is {visible(str(written.backup))}.")
    say(console, f"Wrote {visible(str(written.path))}: read through it, it explains itself.")
    say(console, "Then try it out: tfmdrill course check")


def print_check(found: CourseCheck, *, console: Console) -> None:
    """What was graded and what came of it, then what isn't right."""
    signs = signs_of(console)
    for slug in found.repinned:
        say(console, f"Pinned {slug} as it is now.")
    width = widest(checked.what for checked in found.checked)
    for problem in found.course.problems:
        due = f"due {problem.due:%Y-%m-%d %H:%M %Z}" if problem.due else "no due date"
        say(console, f"{problem.slug}: {problem.points:g} points, {due}", "bold")
        for checked in found.checked:
            if checked.problem != problem.slug:
                continue
            sign, style = (signs.passed, "green") if checked.right else (signs.failed, "red")
            score = "no score" if checked.score is None else percent(checked.score)
            words = f"{OUTCOME_WORDS[checked.outcome]}, {score}, {seconds(checked.wall_s)}"
            line = Text(f"{sign} ", style).append(padded(checked.what, width + 2), "default")
            indented(console, line.append(words, "default"), hang=4)
            if not checked.right:
                text = f"wanted: {checked.expected}. {one_line(checked.message, 300)}"
                indented(console, Text(text, "red"), columns=6)
    say(console)
    say(console, f"Isolation: {isolation_words(found.isolation)}")
    if found.students is not None:
        say(console, f"Roster: {count(found.students, 'student')}")
    for complaint in found.complaints:
        indented(console, Text(f"{signs.failed} {visible(complaint)}", "red"), 0, hang=2)
    say(console, "Ready." if found.ready else "Not ready: see above.", "bold")


def print_grades(grades: ClassGrades, out: Path, *, names: bool, console: Console) -> None:
    """A line a problem, then what a person has to look at, then where the outputs are."""
    students = {student.key: student for student in grades.students}
    say(console, f"{visible(grades.course.name)}: {count(len(students), 'student')}", "bold")
    _print_table(grades, console)
    _print_matched(grades, console)
    look = [g for g in grades.grades if g.status in (GradeStatus.REGRADE, GradeStatus.UNMATCHED)]
    if look:
        say(console)
        say(console, f"{count(len(look), 'grade')} without a number:", "bold yellow")
    for grade in look[:SHOWN_LINES]:
        who = name_of(students[grade.student], names=names)
        words = f"{who}, {grade.problem}: {grade.status} ({one_line(grade.reason, 200)})"
        indented(console, Text(words), hang=2)
    _print_more(len(look), "grades.csv", console)
    statuses = {grade.status for grade in look}
    if GradeStatus.REGRADE in statuses:
        say(console, "The same command grades what is to be graded (--only faults: nothing else).")
        say(console, "Where tfmdrill fails again, `tfmdrill course replay STUDENT` shows how.")
    _print_unmatched(grades, console, names=names)
    say(console)
    say(console, f"Wrote {visible(str(out))}")


def print_changes(
    changes: Sequence[ScoreChange], course: Course, *, names: bool, console: Console
) -> None:
    """What a regrade would change, a line each with the checks that do it."""
    if not changes:
        say(console, "No score would change.")
        return
    up = sum((c.after or 0) > (c.before or 0) for c in changes)
    down = sum((c.after or 0) < (c.before or 0) for c in changes)
    words = f"{count(len(changes), 'score')} would change, {up} up, {down} down:"
    say(console, words, "bold")
    for change in changes:
        worth = course.problem(change.problem).points
        line = (
            f"{name_of(change.student, names=names)}, {change.problem}: "
            f"{_points(change.before, change.status_before)} to "
            f"{_points(change.after, change.status_after)} of {worth:g}"
        )
        indented(console, Text(line + _check_words(change)), hang=4)
    totals = Counter(f"{change.problem}: {id}" for change in changes for id, _, _ in change.checks)
    if totals:
        say(console, "By check:", "bold")
    for id, number in totals.most_common(SHOWN_LINES):
        indented(console, Text(f"{id}: {count(number, 'student')}"), hang=2)


def print_regraded(out: Path, *, done: bool, asked: bool, console: Console) -> None:
    """Whether anything was changed. asked: somebody was there to say so."""
    if done:
        say(console, f"Wrote {visible(str(out))}")
    else:
        why = "" if asked else " Nobody is here to ask: --yes makes the change."
        say(console, f"Nothing was changed.{why}")


def print_override(
    student: Student,
    problem: str,
    override: Override | None,
    worth: float,
    *,
    names: bool,
    console: Console,
) -> None:
    """What holds for the student now. worth: the points of the problem."""
    who = name_of(student, names=names)
    if override is None:
        say(console, f"{who}, {problem}: the score is what grading gave.")
    else:
        reason = one_line(override.reason)
        say(
            console,
            f"{who}, {problem}: {override.score:g} of {worth:g} points, whatever grading gives "
            f"({reason}).",
        )


def print_forgotten(student: Student, out: Path, *, names: bool, console: Console) -> None:
    """That nothing is kept, and what tfmdrill can't delete."""
    say(console, f"Nothing of {name_of(student, names=names)} is kept in {visible(str(out))}.")
    say(
        console,
        "The submissions, the roster and what you imported into your LMS are yours to delete.",
    )


def print_not_forgotten(*, asked: bool, console: Console) -> None:
    """That all is as it was. asked: somebody was there to say no."""
    why = "" if asked else " Nobody is here to ask: --yes deletes."
    say(console, f"Nothing was deleted.{why}")


def print_replayed(found: Sequence[Replayed], *, names: bool, console: Console) -> None:
    """Each file's report in full, and how it compares with the one that is kept."""
    for each in found:
        where = f", {one_line(each.path, SHOWN_PATH)}" if names else ""
        say(console, f"{name_of(each.student, names=names)}{where}", "bold")
        steps = _after_replay(each, names=names)
        print_report(each.report, console=console, all_checks=True, steps=steps)
        if each.kept is None:
            say(console, "It wasn't graded before.")
        elif (each.kept.outcome, each.kept.score) == (each.report.outcome, each.report.score):
            say(console, "The same as what is kept.")
        else:
            kept = f"{OUTCOME_WORDS[each.kept.outcome]}, {judged(each.kept)}"
            say(console, f"What is kept differs: {kept}. `tfmdrill course regrade` shows more.")
        if each.trace:
            say(console, visible(each.trace))
        say(console)


def _after_replay(each: Replayed, *, names: bool) -> list[tuple[str, str]]:
    """What an instructor may want to do now."""
    if each.report.outcome is Outcome.GRADER_FAULT:
        return [("tfmdrill doctor", "whether it is this machine")]
    who = shlex.quote(one_line(each.student.key) if names else each.student.pseudonym)
    slug = each.report.problem
    steps = [(f"tfmdrill course override {who} {slug} POINTS --reason WHY", "a score of your own")]
    failing = next((check.id for check in each.report.checks if failed(check)), "")
    if failing:
        waive = f"tfmdrill course regrade --waive {slug}:{failing}"
        steps.append((waive, "without a check, for the whole class"))
    return steps


def _print_table(grades: ClassGrades, console: Console) -> None:
    heads = ("", "ok", "regrade", "missing", "unmatched", "mean", "full marks")
    rows: list[tuple[str, ...]] = [heads]
    for problem in grades.course.problems:
        own = [grade for grade in grades.grades if grade.problem == problem.slug]
        number = Counter(grade.status for grade in own)
        finals = [g.final for g in own if g.status is GradeStatus.OK and g.final is not None]
        mean = f"{sum(finals) / len(finals):.1f} of {problem.points:g}" if finals else "-"
        full = str(sum(final >= problem.points for final in finals))
        statuses = [str(number[status]) for status in GradeStatus]
        rows.append((problem.slug, *statuses, mean, full))
    widths = [widest(row[i] for row in rows) for i in range(len(heads))]
    for place, row in enumerate(rows):
        first = padded(row[0], widths[0])
        cells = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        indented(console, Text("  ".join((first, *cells)), "dim" if not place else ""))


def _print_matched(grades: ClassGrades, console: Console) -> None:
    matches = {
        (attempt.match.file.path, attempt.match.problem): attempt.match.how
        for grade in grades.grades
        for attempt in grade.attempts
    }
    how = Counter(matches.values())
    if how:
        words = ", ".join(f"{number} by {way}" for way, number in how.most_common())
        say(console, f"Matched to a problem: {words}")


def _print_unmatched(grades: ClassGrades, console: Console, *, names: bool) -> None:
    if not grades.unmatched:
        return
    say(console)
    say(console, f"{count(len(grades.unmatched), 'file')} not matched:", "bold yellow")
    if not names:
        for reason, number in Counter(u.reason for u in grades.unmatched).most_common():
            indented(console, Text(f"{number} x {one_line(reason, 200)}"), hang=2)
        say(console, "Which ones: unmatched.csv. A [[map]] in course.toml places a file.")
        return
    for unmatched in grades.unmatched[:SHOWN_LINES]:
        words = f"{one_line(unmatched.path, SHOWN_PATH)}: {one_line(unmatched.reason, 200)}"
        indented(console, Text(words), hang=2)
    _print_more(len(grades.unmatched), "unmatched.csv", console)


def _print_more(number: int, where: str, console: Console) -> None:
    if number > SHOWN_LINES:
        indented(console, Text(f"and {number - SHOWN_LINES} more in {where}"))


def _points(value: float | None, status: str) -> str:
    return status if value is None else f"{value:g}"


def _check_words(change: ScoreChange) -> str:
    if not change.checks:
        return ""
    shown = [f"{id} {before} > {after}" for id, before, after in change.checks[:SHOWN_CHECKS]]
    more = len(change.checks) - len(shown)
    return " (" + ", ".join(shown) + (f" and {more} more" if more > 0 else "") + ")"
