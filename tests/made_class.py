"""A class that never was: its download as Canvas would give it, and what each student must get.

The files are those of tests/variants (right ones, and wrong ones under the name of their
mistake) and tests/attacks, each made unlike all others by a comment and some put into other
encodings or notebooks. What a file must earn is known without the course: right is full marks, an
attack is what its header says, and for partial marks the oracle is the grader of single files.
"""

import csv
import io
import json
import random
import re
import zipfile
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from tfmdrill.catalogue import active_packs, find_problem
from tfmdrill.config import Limits
from tfmdrill.course.pins import problem_hash
from tfmdrill.grading import Grader, GradeRequest
from tfmdrill.model.report import Report
from tfmdrill.practice.reading import header_of, source_of

TESTS = Path(__file__).parent
SEED = 20
POINTS = 10
ZONE = ZoneInfo("Europe/Berlin")
DUE = datetime(2026, 10, 12, 23, 59, tzinfo=ZONE)
# (handed in so long after the due date, percent taken off, the same with the extension): 10 a day
# begun, 15 minutes of grace, at most 50. Written by hand.
LATENESS = (
    (timedelta(minutes=10), 0, 0),
    (timedelta(minutes=20), 10, 0),
    (timedelta(hours=25), 20, 0),
    (timedelta(days=9), 50, 50),
)
FLOOR = 2.0  # points: 20 percent
EXTENSION_H = 48.0
# None of them measures costs: whether those are too noisy to judge hangs on what else runs here.
SLUGS = ("rope", "attention-masks", "softmax", "bpe-decode", "attention")
ATTACKED = "attention"  # what the attacks answer
# Attacks that end within a second or two; the rest are the business of test_attacks.py.
ATTACKS = (
    "01_exit_at_import", "01_exit_in_call", "02_sys_exit_at_import", "02_sys_exit_in_call",
    "03_exit_at_exit", "04_write_the_results_file", "05_print_a_pass", "05_spray_success_frames",
    "07_patch_comparisons", "09_pickle_gadget", "13_equal_to_everything", "15_array_liar",
    "16_zeros", "16_ones", "17_all_nan", "18_broadcastable", "19_half_precision",
    "23_walk_the_frames", "26_import_the_grader", "46_escapes_in_results",
)  # fmt: skip
NAMES = (
    "Lovelace, Ada",
    "O'Brien, Seán",
    'Quote, "Bob"',
    "Müller-Lüdenscheidt, Jürgen",
    "王小明",
    "田中, さくら",
    "כהן, דוד",
    "محمد, فاطمة",
    '=HYPERLINK("http://e.example","x")',
    "+cmd|' /C calc'!A0, Mallory",
    "@SUM(1+1), Eve",
    "-2+3, Minus",
    "<script>alert(1)</script>, Bobby",
    "N" * 200,
    "Zoë\u202egnp.exe, Bidi",
    "Tab\tTabson, T",
    "de la Cruz y Gómez, María José",
)


@dataclass(frozen=True)
class Answer:
    """A file of the tests. expects: right | wrong | attack."""

    problem: str
    code: bytes
    expects: str
    bug: str = ""  # of a wrong one
    score: float | None = None  # of an attack that says so


@dataclass
class Due:
    """What a student must get for a problem, short of the partial marks of a wrong answer."""

    answer: Answer
    data: bytes
    name: str
    percent_off: int = 0


@dataclass
class MadeClass:
    folder: Path
    due: dict[tuple[str, str], Due] = field(default_factory=dict)  # (Canvas id, slug)
    missing: set[tuple[str, str]] = field(default_factory=set)
    unplaced: set[tuple[str, str]] = field(default_factory=set)  # a stray of theirs may be it
    files: int = 0

    @property
    def course(self) -> Path:
        return self.folder / "course.toml"

    @property
    def submissions(self) -> Path:
        return self.folder / "submissions.zip"


def answers(slugs: tuple[str, ...]) -> list[Answer]:
    """Every variant of the problems, right and wrong by turns, and the attacks if it's theirs."""
    found = []
    for slug in slugs:
        right = sorted((TESTS / "variants" / slug / "right").glob("*.py"))
        wrong = sorted((TESTS / "variants" / slug / "wrong").glob("*.py"))
        found += [Answer(slug, p.read_bytes(), "right") for p in right]
        found += [Answer(slug, p.read_bytes(), "wrong", p.stem.split("--")[0]) for p in wrong]
    if ATTACKED in slugs:
        for name in ATTACKS:
            code = (TESTS / "attacks" / f"{name}.py").read_bytes()
            assert b"# not stopped" not in code, name
            score = re.search(rb"^# score: (.+)$", code, re.MULTILINE)
            found.append(Answer(ATTACKED, code, "attack", score=float(score[1]) if score else None))
    return found


def disguised(answer: Answer, number: int) -> tuple[str, bytes]:
    """(name, bytes) of the answer as somebody might save it; what it does stays the same."""
    stem = answer.problem.replace("-", "_")
    code = answer.code + f"\n# file {number}\n".encode()
    match number % 12:
        case 3:
            return f"{stem}.py", b"\xef\xbb\xbf" + code
        case 5:
            return f"{stem}.py", code.replace(b"\n", b"\r\n")
        case 7 if answer.expects != "attack":
            return f"{stem}.py", code.decode().encode("utf-16")
        case 9 if code.isascii():
            return f"my answer {number}.py", b"# coding: latin-1\n# \xe9\n" + code
        case 11 if answer.expects != "attack":
            return f"{stem}.ipynb", notebook(code.decode())
        case _:
            return f"{stem}.py", code


def notebook(code: str) -> bytes:
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": "# Homework"},
        {
            "cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [],
            "source": code,
        },
    ]  # fmt: skip
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}).encode()


def make_class(
    folder: Path, files: int, slugs: tuple[str, ...], *, each: int = 2, seed: int = 1
) -> MadeClass:
    """So many files, `each` of them a student; then a group, hand-ins again, strays."""
    draw = random.Random(seed)
    made = MadeClass(folder)
    pile = answers(slugs)
    draw.shuffle(pile)
    roster: list[tuple[str, str]] = []
    times: list[tuple[str, str, datetime]] = []
    extended: list[str] = []
    upload = _Upload()
    number = 0
    while len(upload.files) < files:
        id = str(1000 + len(roster))
        name = NAMES[len(roster)] if len(roster) < len(NAMES) else f"Student{id}, Given{id}"
        roster.append((id, name))
        done: set[str] = set()
        has_extension = len(roster) % 4 == 1
        if has_extension:
            extended.append(id)
        while len(upload.files) < files and len(done) < each:
            answer = pile[number % len(pile)]
            number += 1
            if answer.problem in done:
                continue
            done.add(answer.problem)
            own, data = disguised(answer, number)
            late = None
            if number % 5 == 0:
                late = LATENESS[number // 5 % len(LATENESS)]
                times.append((id, answer.problem, DUE + late[0]))
            elif number % 5 == 1:
                times.append((id, answer.problem, DUE - timedelta(days=1)))
            percent = late[1 + has_extension] if late else 0
            upload.add(name, id, own, data, late=late is not None and percent > 0)
            made.due[id, answer.problem] = Due(answer, data, own, percent)
    _hand_in_again(made, upload, roster)
    group = _group(made, upload, roster, pile)
    _strays(upload, roster)
    absent = {(id, slug) for id, _ in roster for slug in slugs if (id, slug) not in made.due}
    made.unplaced = {key for key in absent if key[0] == roster[0][0]}
    made.missing = absent - made.unplaced
    made.files = len(upload.files)
    _write(made, roster, times, extended, group, slugs, upload)
    return made


class _Upload:
    """Names as Canvas makes them (lib/content_zipper.rb)."""

    def __init__(self) -> None:
        self.files: list[tuple[str, bytes]] = []
        self._attachment = 90_000

    def add(self, name: str, id: str, own: str, data: bytes, *, late: bool = False) -> None:
        self._attachment += 1
        person = re.sub(r"\W", "", name.lower())[:100] or "x"
        shown = re.sub(r'[/\\:*?"<>|]', "_", own)
        mark = "_LATE" if late else ""
        self.files.append((f"{person}{mark}_{id}_{self._attachment}_{shown}", data))


def _hand_in_again(made: MadeClass, upload: _Upload, roster: list[tuple[str, str]]) -> None:
    """The first student hands in the same once more, the second something better."""
    names = dict(roster)
    (first, slug), due = next(iter(made.due.items()))
    upload.add(names[first], first, due.name.replace(".", "-1."), due.data)
    for (id, slug), due in made.due.items():
        if id != first and due.answer.expects == "wrong" and not due.percent_off:
            right = next(a for a in answers((slug,)) if a.expects == "right" and a.problem == slug)
            stem = slug.replace("-", "_")
            data = right.code + b"\n# again\n"
            upload.add(names[id], id, f"{stem}-1.py", data)
            made.due[id, slug] = Due(right, data, f"{stem}-1.py")
            return


def _group(
    made: MadeClass, upload: _Upload, roster: list[tuple[str, str]], pile: list[Answer]
) -> tuple[str, ...]:
    """Three who work together; one of them hands in."""
    ids = ("7001", "7002", "7003")
    roster += [(id, f"Team{id}, Member") for id in ids]
    answer = next(a for a in pile if a.expects == "wrong")
    own, data = disguised(answer, 70_000)
    upload.add("Team7002, Member", "7002", own, data)
    for id in ids:
        made.due[id, answer.problem] = Due(answer, data, own)
    return ids


def _strays(upload: _Upload, roster: list[tuple[str, str]]) -> None:
    """What nobody can get a grade for."""
    id, name = roster[0]
    upload.add("Stranger, A", "424242", "rope.py", b"# tfmdrill: rope (numpy)\nx = 1\n")
    upload.add(name, id, "essay.docx", b"PK not really")
    upload.add(name, id, "other.py", b"# tfmdrill: gelu (numpy)\nx = 2\n")


def _write(
    made: MadeClass,
    roster: list[tuple[str, str]],
    times: list[tuple[str, str, datetime]],
    extended: list[str],
    group: tuple[str, ...],
    slugs: tuple[str, ...],
    upload: _Upload,
) -> None:
    made.folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(made.submissions, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in upload.files:
            archive.writestr(name, data)
    gradebook = io.StringIO()
    writer = csv.writer(gradebook)
    writer.writerow(["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Homework 2 (77)"])
    writer.writerow(["    Points Possible", "", "", "", "", "40"])
    for id, name in roster:
        writer.writerow([name, id, f"sis{id}", f"login{id}@example.org", "A", ""])
    (made.folder / "gradebook.csv").write_text(gradebook.getvalue(), "utf-8")
    rows = [f"{id},{slug},{time.astimezone(ZONE).replace(tzinfo=None).isoformat()}"
            for id, slug, time in times]  # fmt: skip
    (made.folder / "times.csv").write_text("\n".join(["student,problem,submitted", *rows]) + "\n")
    packs = active_packs()
    problems = "".join(
        f'[[problem]]\nslug = "{slug}"\npoints = {POINTS}\ndue = 2026-10-12T23:59:00\n'
        f'hidden = ["property-*"]\npin = "{problem_hash(find_problem(slug, packs))}"\n\n'
        for slug in slugs
    )
    extensions = "".join(
        f'[[extension]]\nstudent = "{id}"\nhours = {EXTENSION_H}\n\n' for id in extended
    )
    members = ", ".join(f'"{id}"' for id in group)
    made.course.write_text(
        f'schema = 1\nname = "A class that never was"\nseed = {SEED}\n'
        'pseudonym_key = "0123456789abcdef"\ntime_zone = "Europe/Berlin"\nlms = "canvas"\n'
        'roster = "gradebook.csv"\ncolumn = "Homework 2 (77)"\ntimes = "times.csv"\n\n'
        '[late]\nper = "day"\npercent = 10\ngrace_minutes = 15\ncap_percent = 50\n'
        f'floor_percent = 20\n\n{problems}{extensions}[groups]\n"Team 7" = [{members}]\n',
        "utf-8",
    )


class Oracle:
    """The grader of single files: what `tfmdrill grade --seed 20` says of the same bytes."""

    def __init__(self, grader: Grader) -> None:
        self._grader = grader
        self._packs = active_packs()
        self._seen: dict[bytes, Report] = {}

    def report(self, due: Due) -> Report:
        """One report for each file of the tests: the disguises change nothing."""
        if due.answer.code not in self._seen:
            source = source_of(due.answer.code, "answer.py", limits=Limits())
            header = header_of(source)
            assert header is not None
            assert header[0] == due.answer.problem
            problem = find_problem(header[0], self._packs)
            request = GradeRequest(problem, source, header[1], seed=SEED)
            self._seen[due.answer.code] = self._grader.grade(request)
        return self._seen[due.answer.code]

    def final(self, due: Due) -> float:
        """The points that the student must get, by the policy as it is said in the handbook."""
        score = self.report(due).score
        assert score is not None
        raw = round(score * POINTS + 1e-9, 2)
        off = POINTS * due.percent_off / 100
        return round(max(raw - off, min(raw, FLOOR)), 2)
