r"""The JSON that `--json` prints: one document, schema 1, ASCII only.

Numbers that JSON lacks are the strings "nan", "inf" and "-inf". A key is never left out: what
there is none of is null, "" or []. Later versions of tfmdrill may add keys to schema 1.

`grade --json`: {"schema": 1, "tfmdrill": "0.1.0", "reports": [REPORT, ...]}

REPORT
    problem       slug
    file          the file as it was named
    framework     torch | numpy | text
    outcome       passed | wrong | error | timeout | memory | output-flood | forbidden |
                  broken-protocol | grader-fault
    score         0 to 1; null after a grader fault: grade it again
    seed          what `--seed` takes to draw the same cases
    isolation     full | partial | process-only
    elapsed_s     seconds from the start of grading to the verdict
    checks        [CHECK, ...]
    diagnoses     [DIAGNOSIS, ...]; several fit equally well
    title         the problem's title
    variant       the name of the variant that was set; "" for the standard form
    findings      [{"kind", "says"}]: what can be said of the values where no known mistake fits
    remarks       sentences about the whole file
    prints        what the code printed, cut short
    missing       [{"layer", "why"}]: what the isolation lacks on this machine
    agreement     null, or {"batches", "largest_difference", "against"}
    beside        null, or {"user_cpu_s", "model_cpu_s", "user_memory_bytes",
                  "model_memory_bytes", "user_source", "model_source"}
    options       [["--problem", "rope"], ...]: what the next commands on the file need too
    in_interview  true where the problem is in an interview that is running, which hides a part

CHECK
    id            what `--only` takes
    title         what is demanded, in one sentence
    kind          load | forbidden | value | edge | property | hygiene | half | gradient | cost
    outcome       as for a report, or skipped | too-noisy, which leave the score alone
    weight        what it can earn; the score is earned over weight of all that was judged
    message       what happened, in words; of a cost also what was measured
    where         null, or FAILURE
    earned        what it earned: less than weight for one that passed but doesn't count
    remarks       sentences about this check

FAILURE
    call          the failing call, as it is written
    arguments     [{"name", "summary", "literal"}]: type and shape; source that rebuilds it
    expected, got in words or as a literal
    grid          null, or GRID
    exception     null, or {"type", "message", "frames": [{"place", "function", "source",
                  "locals": [{"name", "value"}]}]}, the innermost frame last
    layout        how the arguments lay in memory, if not plainly

GRID, a cut through the last two axes of the answer
    index         the leading index of the cut
    expected, got rows of numbers
    wrong         rows of booleans: true where out of bounds
    worst         [row, column] in the cut of the entry that is furthest off
    cut           null, or [rows, columns] of the whole where the cut is smaller
    start         [row, column] in the whole where the cut begins
    at            the index of the worst entry in the whole answer

DIAGNOSIS
    bug           id; two joined by " + " where only both together explain the answers
    says, because, fix
    matched, of   how many of the answers it explains

`list --json`: {"schema": 1, "problems": [{"slug", "title", "topic", "difficulty", "minutes",
"frameworks", "status", "variants"}]}, status new | started | passed | given-up. A command takes a
variant as SLUG:VARIANT.

`next --json`: {"schema": 1, "day", "reviews": [ITEM, ...], "waiting", "questions", "fresh": ITEM or
null, "reviewed", "passed", "total", "next_due"}, ITEM being {"slug", "variant", "title", "topic",
"minutes", "why": review | retry | started | new, "due", "under_way", "command"}. `waiting` reviews
are due and don't fit into the day; `reviewed` ones are done; `fresh` is the next new problem.

`progress --json`: {"schema": 1, "day", "passed", "total", "grades", "streak", "longest_streak",
"due", "next_due", "topics": [{"topic", "passed", "total", "grades", "remembered", "weakness",
"time_ratio"}], "problems": [{"name", "title", "topic", "status", "grades", "hints", "active_s",
"minutes", "remembered", "due"}], "mistakes": [{"bug", "problems", "times", "last", "weeks",
"says"}], "days": [{"day", "grades", "passed", "questions"}], "forecast": [{"days",
"remembered"}]}; each is described in `tfmdrill.model.summary`.

`doctor --json`: {"schema": 1, "tfmdrill", "python", "system", "cores", "libraries": [{"name",
"version", "install"}], "isolation": {"tier", "layers", "missing": [{"layer", "why"}]},
"attempts": [{"what", "stopped", "says", "by"}], "kept": KEPT}.

`quiz --json`: {"schema": 1, "seed", "right", "of", "topics": [{"topic", "right", "answered"}],
"answers": [ANSWER, ...], "due": [{"day": "2026-01-31", "questions"}, ...]}, one ANSWER for each
question that was answered or skipped; seed is null where the schedule chose:

ANSWER
    key           of its card; question:rope:2, question:quiz:scripts, number:kv-cache-bytes
    topic, kind   kind choice | number
    text          the question
    choices       as they stood, [] for a number
    unit          of a number, "shape" for a shape, else ""
    typed         "" where it was skipped
    right         true | false; null where it was skipped
    says          what the wrong answer means, "" where it isn't known
    because       the failure that follows from a wrong answer
    answer        the right one in words
    explained     why it is right
    points        what a good answer contains, or the calculation

`server --json`: {"schema": 1, "kept": KEPT}, KEPT being {"zygotes": [{"framework", "version",
"process", "minutes", "idle_minutes"}], "graders": [{"process", "minutes", "idle_minutes"}],
"refused"}, with the reason where nothing can be kept.

`verify --json`: {"schema": 1, "tfmdrill", "trusted", "killed", "equal", "survived", "kill_rate",
"problems": [...]}, each problem with the fields of `tfmdrill.model.verification.ProblemVerdict`
and "trusted".

`shapes --json`: {"schema": 1, "tfmdrill", "problem", "title", "file", "framework", "outcome",
"says", "right", "wrong", "missing", "not_checked", "examples": [{"call", "sizes": {axis: size}}],
"lines": [SHAPED], "exception" as in FAILURE, "remarks", "prints", "isolation"}; "isolation" is null
where nothing was run.

SHAPED, one for each line of the file
    number        from 1; place: "line 12", or "cell 3, line 2" in a notebook
    source        the line
    held          [{"name", "kind", "values", "more"}]: what the line assigned, in order; more: it
                  held others too, which aren't told. A value is {"arrays": [{"shape", "dtype"}],
                  "container": "" | list | tuple, "count", "words"}
    verdict       right | wrong | missing | not-checked | none
    comment       the shapes as they were written
    says, details what is wrong or missing
    example       which of the examples reached the line, from 0

`interview show --json`: {"schema": 1, "tfmdrill", "interview": INTERVIEW}; `interview list --json`:
{"schema": 1, "tfmdrill", "interviews": [INTERVIEW, ...]}.

INTERVIEW
    id            what `interview show` takes
    setting       {"minutes", "seed", "level", "topics", "framework"}: null or [] where left open
    began_at      ISO 8601; used_s: seconds from then to the end, at most the time that there was
    finished      false while it can be resumed
    points, of    of all problems, and of the planned ones, 100 each
    level         the level reached, in words
    problems      [{"problem", "file", "framework", "passed", "points", "dimensions": [{"name",
                  "mark": good | partly | poor | not judged, "says", "evidence", "points", "of"}],
                  "timeline": [{"at_s", "kind": set | failed | passed | hint | gave up | time up |
                  back, "says", "details"}], "answers": [ANSWER]}]
    unseen        planned problems that were never set
    practise      [{"kind": problem | quiz, "what": slug or topic, "why"}]
    notes         the candidate's

ANSWER: {"number", "question", "key", "kind": choice | number | spoken, "asked", "answer", "share":
0 to 1, "says", "right", "points", "met": places in `points`}
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from tfmdrill import __version__
from tfmdrill.model.listing import Listed
from tfmdrill.model.machine import Kept, Machine
from tfmdrill.model.quiz import QuizSummary
from tfmdrill.model.report import CheckResult, ExceptionInfo, Failure, Report
from tfmdrill.model.scorecard import Scorecard
from tfmdrill.model.shapes import Held, ShapesReport, Verdict
from tfmdrill.model.verification import Verification

SCHEMA = 1


def report_json(reports: Iterable[Report]) -> str:
    """The document of `grade --json`, without a newline at its end."""
    return document_text(
        {"tfmdrill": __version__, "reports": [_report(report) for report in reports]}
    )


def list_json(listed: Iterable[Listed]) -> str:
    """The document of `list --json`."""
    problems = [
        {
            "slug": line.problem.slug,
            "title": line.problem.title,
            "topic": line.problem.topic,
            "difficulty": line.problem.difficulty,
            "minutes": line.problem.minutes,
            "frameworks": list(line.problem.frameworks),
            "status": line.status,
            "variants": list(line.problem.variants),
        }
        for line in listed
    ]
    return document_text({"problems": problems})


def doctor_json(machine: Machine) -> str:
    """The document of `doctor --json`."""
    isolation = {
        "tier": machine.isolation.tier,
        "layers": list(machine.isolation.layers),
        "missing": _missing(machine.isolation.missing),
    }
    return document_text(asdict(machine) | {"isolation": isolation})


def quiz_json(summary: QuizSummary) -> str:
    """The document of `quiz --json`."""
    answers = [
        {
            "key": one.asked.key,
            "topic": one.asked.topic,
            "kind": one.asked.kind,
            "text": one.asked.text,
            "choices": list(one.asked.choices),
            "unit": one.asked.unit,
            "typed": one.typed,
            **asdict(one.judged),
        }
        for one in summary.answered
    ]
    return document_text(
        {
            "seed": summary.quiz.seed,
            "right": summary.right,
            "of": len(summary.quiz.asked),
            "topics": [asdict(tally) for tally in summary.topics],
            "answers": answers,
            "due": [{"day": d.day.isoformat(), "questions": d.questions} for d in summary.due],
        }
    )


def server_json(kept: Kept) -> str:
    """The document of `server --json`."""
    return document_text({"kept": asdict(kept)})


def scorecard_json(card: Scorecard) -> str:
    """The document of `interview show --json`: the scorecard, field by field."""
    return document_text({"tfmdrill": __version__, "interview": _scorecard(card)})


def interviews_json(cards: Iterable[Scorecard]) -> str:
    """The document of `interview list --json`."""
    return document_text(
        {"tfmdrill": __version__, "interviews": [_scorecard(card) for card in cards]}
    )


def _scorecard(card: Scorecard) -> dict[str, Any]:
    return asdict(card) | {"began_at": card.began_at.isoformat()}


def verify_json(verification: Verification) -> str:
    """The document of `verify --json`."""
    return document_text(
        {
            "tfmdrill": __version__,
            "trusted": verification.trusted,
            "killed": verification.killed,
            "equal": verification.equal,
            "survived": verification.survived,
            "kill_rate": verification.kill_rate,
            "problems": [asdict(p) | {"trusted": p.trusted} for p in verification.problems],
        }
    )


def shapes_json(report: ShapesReport) -> str:
    """The document of `shapes --json`."""
    return document_text(
        {
            "tfmdrill": __version__,
            "problem": report.problem,
            "title": report.title,
            "file": report.file,
            "framework": report.framework,
            "outcome": report.outcome,
            "says": report.says,
            "right": report.right,
            "wrong": report.wrong,
            "missing": report.missing,
            "not_checked": report.count(Verdict.NOT_CHECKED),
            "examples": [{"call": e.call, "sizes": dict(e.sizes)} for e in report.examples],
            "lines": [asdict(line) | {"held": _held(line.held)} for line in report.lines],
            "exception": None if report.exception is None else _exception(report.exception),
            "remarks": list(report.remarks),
            "prints": report.prints,
            "isolation": None if report.isolation is None else report.isolation.tier,
        }
    )


def _held(held: Sequence[Held]) -> list[dict[str, Any]]:
    found = [asdict(one) for one in held]
    for one in found:
        for value in one["values"]:
            del value["integers"]
    return found


def _report(report: Report) -> dict[str, Any]:
    return {
        "problem": report.problem,
        "variant": report.variant,
        "file": report.file,
        "framework": report.framework,
        "outcome": report.outcome,
        "score": report.score,
        "seed": report.seed,
        "isolation": report.isolation.tier,
        "elapsed_s": report.elapsed_s,
        "checks": [_check(check) for check in report.checks],
        "diagnoses": [asdict(diagnosis) for diagnosis in report.diagnoses],
        "title": report.title,
        "findings": [asdict(finding) for finding in report.findings],
        "remarks": list(report.remarks),
        "prints": report.prints,
        "missing": _missing(report.isolation.missing),
        "agreement": None if report.agreement is None else asdict(report.agreement),
        "beside": None if report.beside is None else asdict(report.beside),
        "options": [list(option) for option in report.options],
        "in_interview": report.in_interview,
    }


def _check(check: CheckResult) -> dict[str, Any]:
    return {
        "id": check.id,
        "title": check.title,
        "kind": check.kind,
        "outcome": check.outcome,
        "weight": check.weight,
        "message": check.message,
        "where": None if check.where is None else _failure(check.where),
        "earned": check.earned,
        "remarks": list(check.remarks),
    }


def _failure(failure: Failure) -> dict[str, Any]:
    return {
        "call": failure.call,
        "arguments": [asdict(argument) for argument in failure.arguments],
        "expected": failure.expected,
        "got": failure.got,
        "grid": None if failure.grid is None else asdict(failure.grid),
        "exception": None if failure.exception is None else _exception(failure.exception),
        "layout": failure.layout,
    }


def _exception(exception: ExceptionInfo) -> dict[str, Any]:
    frames = [
        {
            "place": frame.place,
            "function": frame.function,
            "source": frame.source,
            "locals": [{"name": name, "value": value} for name, value in frame.locals],
        }
        for frame in exception.frames
    ]
    return {"type": exception.type, "message": exception.message, "frames": frames}


def _missing(missing: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"layer": layer, "why": why} for layer, why in missing]


def document_text(document: dict[str, Any]) -> str:
    """A document as it is printed: the schema first, ASCII only."""
    return json_text({"schema": SCHEMA} | document)


def json_text(value: Mapping[str, Any]) -> str:
    """The value as ASCII that every strict JSON reader takes, whatever text is in it."""
    import json

    return json.dumps(_plain(dict(value)), allow_nan=False, indent=2)


def _plain(value: Any) -> Any:
    """The value with what JSON or its readers can't take written in other words."""
    match value:
        case float() if not math.isfinite(value):
            return str(value)
        case str():
            # A lone surrogate is no text: strict readers refuse its escape.
            return value.encode("utf-8", "backslashreplace").decode("utf-8")
        case dict():
            return {key: _plain(item) for key, item in value.items()}
        case list() | tuple():
            return [_plain(item) for item in value]
        case _:
            return value
