"""The class page's rows, from the grades."""

import statistics
from collections.abc import Mapping

from tfmdrill.course.outputs.statistics import item_rows
from tfmdrill.model.class_page import (
    SUSPICIOUS,
    Bin,
    ClassPage,
    MistakeRow,
    ProblemRows,
    SuspectRow,
)
from tfmdrill.model.course import ClassGrades, CourseProblem, Grade, Result
from tfmdrill.model.report import OUTCOME_ORDER, Diagnosis, Outcome

BINS = 10


def class_rows(grades: ClassGrades, *, names: bool) -> ClassPage:
    """Everything on the class page. Students go by their pseudonyms unless `names`."""
    course = grades.course
    called = {s.key: s.name if names else s.pseudonym for s in grades.students}
    totals = [total for s in grades.students if (total := grades.total(s.key)) is not None]
    reasons: dict[str, int] = {}
    for file in grades.unmatched:
        reasons[file.reason] = reasons.get(file.reason, 0) + 1
    return ClassPage(
        course=course.name,
        points=course.points,
        students=len(grades.students),
        with_total=len(totals),
        mean=statistics.fmean(totals) if totals else None,
        median=statistics.median(totals) if totals else None,
        bins=_bins(totals, course.points),
        problems=tuple(
            _problem_rows(p, [g for g in grades.grades if g.problem == p.slug], called)
            for p in course.problems
        ),
        suspects=tuple(_suspects(grades, called)),
        # A reason can name a student, as the name of a file can; then only the number is shown.
        unmatched=tuple(sorted(reasons.items())) if names else (("", len(grades.unmatched)),),
        waived=grades.waived,
        engine=grades.engine,
        seed=course.seed,
        named=names,
    )


def _bins(totals: list[float], points: float) -> tuple[Bin, ...]:
    width = 100 // BINS
    counts = [0] * BINS
    for total in totals:
        share = total / points if points else 0.0
        counts[max(0, min(BINS - 1, int(share * BINS + 1e-9)))] += 1
    return tuple(Bin(i * width, (i + 1) * width, count) for i, count in enumerate(counts))


def _problem_rows(
    problem: CourseProblem, own: list[Grade], called: Mapping[str, str]
) -> ProblemRows:
    outcomes: dict[str, int] = {}
    mistakes: dict[str, tuple[Diagnosis, list[str]]] = {}
    unnamed: list[str] = []
    for grade in own:
        result = _result(grade)
        word = str(result.outcome if result is not None else grade.status)
        outcomes[word] = outcomes.get(word, 0) + 1
        if result is None or result.outcome in (Outcome.PASSED, Outcome.GRADER_FAULT):
            continue
        for diagnosis in result.report.diagnoses:
            mistakes.setdefault(diagnosis.bug, (diagnosis, []))[1].append(called[grade.student])
        if not result.report.diagnoses:
            unnamed.append(called[grade.student])
    finals = [grade.final for grade in own if grade.final is not None]
    rows = [MistakeRow(bug, d.says, tuple(who)) for bug, (d, who) in mistakes.items()]
    return ProblemRows(
        problem.slug,
        problem.title,
        problem.points,
        statistics.fmean(finals) if finals else None,
        tuple(sorted(outcomes.items(), key=_outcome_place)),
        tuple(sorted(rows, key=lambda row: (-len(row.who), row.bug))),
        tuple(unnamed),
        item_rows(_distinct(own), problem),
    )


def _result(grade: Grade) -> Result | None:
    return grade.counted.result if grade.counted is not None else None


def _distinct(own: list[Grade]) -> list[Result]:
    """A verdict for each file handed in: one of a group counts once, two equal ones count twice."""
    found = {
        grade.counted.match.file.path: grade.counted.result
        for grade in own
        if grade.counted is not None and grade.counted.result is not None
    }
    return list(found.values())


def _outcome_place(item: tuple[str, int]) -> tuple[int, str]:
    order = [str(Outcome.PASSED), *(str(o) for o in reversed(OUTCOME_ORDER))]
    return (order.index(item[0]) if item[0] in order else len(order), item[0])


def _suspects(grades: ClassGrades, called: Mapping[str, str]) -> list[SuspectRow]:
    """Files that are equal byte for byte, and those that broke the rules."""
    found = []
    for problem in grades.course.problems:
        same: dict[str, dict[str, list[str]]] = {}  # bytes, then file
        broken: dict[Outcome, list[str]] = {}
        for grade in grades.grades:
            if grade.problem != problem.slug or grade.counted is None:
                continue
            file, who = grade.counted.match.file, called[grade.student]
            same.setdefault(file.sha256, {}).setdefault(file.path, []).append(who)
            result = grade.counted.result
            if result is not None and result.outcome in SUSPICIOUS:
                broken.setdefault(result.outcome, []).append(who)
        for files in same.values():
            if len(files) > 1:
                everyone = tuple(who for group in files.values() for who in group)
                found.append(SuspectRow("the same file, byte for byte", problem.slug, everyone))
        for outcome, everybody in sorted(broken.items()):
            found.append(SuspectRow(_broken_words(outcome), problem.slug, tuple(everybody)))
    return found


def _broken_words(outcome: Outcome) -> str:
    if outcome is Outcome.FORBIDDEN:
        return "makes a call that the problem forbids"
    return "spoke to the grader out of turn, which ordinary code doesn't"
