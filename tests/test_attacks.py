"""Attacks on the wall and accidents in front of it: each ends as its file says, and none lasts.

Every file of tests/attacks is graded by one living grader. Its first comment lines say:

    # tfmdrill: attention (numpy)    the problem and the framework
    # expect: error, timeout         the outcomes that the report may have
    # says: exit code 0              what a failed check's message holds (optional)
    # score: 0                       the score (optional; without it anything below full marks)
    # remark: torch.compile          what a remark of the report holds (optional)
    # not stopped: ...               why it may earn full marks (only beside "expect: passed")

The oracle for "right" is the problem's own model answer, graded after each attack.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from installing import environment, from_a_wheel
from lock_bench import AS_ROOT, as_user
from remains import Remains, adopt_orphans, remains
from screens import shown

from tfmdrill.catalogue import active_packs, solution_path
from tfmdrill.config import MIB, Limits
from tfmdrill.grading import Grader, GradeRequest
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.model.report import Outcome, Report
from tfmdrill.model.source import Source
from tfmdrill.render.document import report_json
from tfmdrill.render.report import print_report

FOLDER = Path(__file__).with_name("attacks")
# Deadlines that cost little where they are met by an attack; right answers come nowhere near.
LIMITS = Limits(
    call_cpu_s=0.5,
    load_cpu_s=1.5,
    call_wall_s=3.0,
    submission_wall_s=20.0,
    memory_bytes=256 * MIB,
    restarts=1,
)
HEADER = re.compile(r"# tfmdrill: (\S+) \((\w+)\)")
FIELD = re.compile(r"# (expect|says|score|remark|not stopped): (.*)")
# What moves a cursor, rings, or turns text round.
STEERING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
SEED = 20


@dataclass(frozen=True)
class Attack:
    path: Path
    problem: str
    framework: Framework
    fields: dict[str, str]

    @property
    def outcomes(self) -> set[Outcome]:
        return {Outcome(word) for word in self.fields["expect"].split(", ")}

    @property
    def source(self) -> Source:
        return Source(self.path.name, self.path.read_bytes())


def read_attack(path: Path) -> Attack:
    lines = path.read_text("utf-8").splitlines()
    header = HEADER.fullmatch(lines[0])
    assert header is not None, path
    fields = {m[1]: m[2] for line in lines if (m := FIELD.fullmatch(line))}
    return Attack(path, header[1], Framework(header[2]), fields)


ATTACKS = [read_attack(path) for path in sorted(FOLDER.glob("*.py"))]


@pytest.fixture(scope="module")
def living() -> Iterator[Grader]:
    """One grader for all of them."""
    deny = [f for pack in active_packs() for f in (pack.problems_dir, pack.graders_dir)]
    with Grader(limits=LIMITS, deny=[*deny, FOLDER]) as grader:
        yield grader


@pytest.fixture(scope="module")
def before(living: Grader, problem: Callable[[str], Problem]) -> Remains:
    """What there is before the first attack."""
    adopt_orphans()
    for slug, framework in dict.fromkeys((a.problem, a.framework) for a in ATTACKS):
        assert_good_passes(living, problem(slug), framework)
    return remains(living, (FOLDER,))


def grade(grader: Grader, problem: Problem, framework: Framework, source: Source) -> Report:
    return grader.grade(GradeRequest(problem, source, framework, seed=SEED))


def assert_good_passes(grader: Grader, problem: Problem, framework: Framework) -> None:
    path = solution_path(problem, framework)
    report = grade(grader, problem, framework, Source(path.name, path.read_bytes()))
    assert (report.outcome, report.score) == (Outcome.PASSED, 1.0), report


def assert_inert(report: Report) -> None:
    """Nothing in what is shown of a report steers a terminal."""
    for plain in (False, True):
        screen = shown(print_report, report, plain=plain, all_checks=True)
        assert not STEERING.search(screen.replace("\t", " ")), screen
    assert not STEERING.search(report_json([report]).replace("\\u", ""))


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.path.stem)
def test_an_attack_ends_as_it_should_and_leaves_nothing(
    attack: Attack, living: Grader, before: Remains, problem: Callable[[str], Problem]
) -> None:
    asked = problem(attack.problem)
    report = grade(living, asked, attack.framework, attack.source)

    assert report.outcome in attack.outcomes, report
    assert report.score is not None
    if report.outcome is Outcome.PASSED:
        assert "not stopped" in attack.fields
    else:
        assert report.score < 1.0
    if "score" in attack.fields:
        assert report.score == float(attack.fields["score"])
    messages = " ".join(check.message for check in report.checks)
    assert attack.fields.get("says", "") in messages
    assert attack.fields.get("remark", "") in " ".join(report.remarks)
    assert_inert(report)
    assert remains(living, (FOLDER,)) == before
    assert_good_passes(living, asked, attack.framework)
    assert remains(living, (FOLDER,)) == before


CORE = "01 or 05 or 11 or 12 or 26 or 38 or 41 or 42 or 44 or 64 or 65"


@pytest.mark.slow
@pytest.mark.skipif(not AS_ROOT, reason="the tests above are an ordinary user's")
def test_they_end_so_for_an_ordinary_user_too(place: Path, wheel: Path) -> None:
    python, site = environment(place, "ordinary")
    from_a_wheel(site, wheel, place)
    tests = place / "tests"
    shutil.copytree(FOLDER.parent, tests, ignore=shutil.ignore_patterns("__pycache__", "variants"))
    for path in (place, *place.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
    done = subprocess.run(
        [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", tests,
         "-o", "markers=slow", "-o", "addopts=", "-k", CORE, tests / "test_attacks.py"],
        cwd="/", text=True, capture_output=True, check=False,
        env={"PATH": os.defpath, "HOME": "/nonexistent", "PYTHONDONTWRITEBYTECODE": "1"},
        **as_user("ordinary"),
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
