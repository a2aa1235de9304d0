"""The memory of a class: what goes in comes out, whatever the disk does."""

import resource
import sqlite3
import stat
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from command import COMMAND, TINY, Shell
from reports import error_report, passed_report, wrong_report

from tfmdrill.config import Limits
from tfmdrill.course.settling import settled_json
from tfmdrill.course.store import Terms, open_store, report_json, report_of
from tfmdrill.errors import UsageError
from tfmdrill.model.course import Override, Timing
from tfmdrill.model.report import CheckKind, CheckResult, Outcome, Report
from tfmdrill.model.source import Source, Unreadable

TIMING = Timing("k", "rope", 0.5, 0.25, "worker 1", "2026-10-12T22:00:00.000+00:00")
TERMS = Terms("e", 1, 1.0, (("rope", "p"),))
ROOM = 300_000  # bytes a file may have: the store begins with a third of it


@pytest.mark.parametrize("report", [wrong_report(), error_report(), passed_report()])
def test_a_report_comes_back_as_it_was_nan_and_all(report: Report, tmp_path: Path) -> None:
    with open_store(tmp_path / "out", create=True) as store:
        store.keep_result("k", report_json(report), TIMING, fault=False, trace="")
        kept = store.report("k")
        assert repr(kept) == repr(report), "repr, since NaN is no equal of itself"
        assert store.report("other") is None
        assert store.timings(["k", "x"]) == (TIMING,)


@pytest.mark.parametrize(
    "source",
    [
        Source("rope.py", b"x = 1\n# \xc3\xa9\n"),
        Source("r.ipynb", b"x\ny\n", ((1, 1), (2, 1)), ("Magics were dropped: %x.",)),
        Source("\\udcff.py", b"", unreadable=Unreadable("why")),
    ],
)
def test_a_source_comes_back_as_it_was(source: Source, tmp_path: Path) -> None:
    with open_store(tmp_path, create=True) as store:
        store.keep_source("h", source)
    with open_store(tmp_path, create=False) as store:
        assert store.source("h") == source
        with pytest.raises(KeyError):
            store.source("other")


def test_faults_overrides_terms_and_waivers(tmp_path: Path) -> None:
    with open_store(tmp_path, create=True) as store:
        assert (store.terms, store.waivers, store.overrides) == (None, (), ())
        store.keep_result("a", report_json(wrong_report()), None, fault=False)
        store.keep_result("b", report_json(wrong_report()), None, fault=True, trace="where")
        assert (store.keys(), store.keys(faults=True)) == ({"a", "b"}, {"b"})
        assert (store.trace("b"), store.trace("a"), store.trace("x")) == ("where", "", "")
        store.keep_result("b", report_json(wrong_report()), None, fault=False)
        assert store.keys(faults=True) == frozenset()
        store.keep_decisions(TERMS, [("rope", "shape"), ("rope", "shape")])
        assert (store.terms, store.waivers) == (TERMS, (("rope", "shape"),))
        store.keep_override(Override("ada", "rope", 3.5, "why"))
        store.keep_override(Override("ada", "rope", 4.5, "why not"))
        assert store.overrides == (Override("ada", "rope", 4.5, "why not"),)
        assert (store.drop_override("ada", "rope"), store.drop_override("ada", "rope")) == (
            True, False,
        )  # fmt: skip


def test_only_the_instructor_may_read_it(tmp_path: Path) -> None:
    with open_store(tmp_path / "out", create=True) as store:
        assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
        assert stat.S_IMODE(store.path.parent.stat().st_mode) == 0o700


def test_another_versions_memory_is_refused(tmp_path: Path) -> None:
    with open_store(tmp_path, create=True):
        pass
    with sqlite3.connect(tmp_path / "course.sqlite") as db:
        db.execute("UPDATE meta SET value = '99' WHERE name = 'schema'")
    with pytest.raises(UsageError, match="another version"), open_store(tmp_path, create=False):
        pass


def settled(report: Report) -> Report:
    return report_of(settled_json(report, Limits()))


def cost(message: str, outcome: Outcome = Outcome.WRONG) -> CheckResult:
    return CheckResult("cost", "Cost", CheckKind.COST, outcome, 1.0, 0.0, message)


# The messages as `grading.cost_meters` and `runner.channel` word them.
@pytest.mark.parametrize(
    ("message", "kept"),
    [
        (
            "took 31.42 times the CPU time of the model answer at n = 500 (allowed: 25)",
            "took too many times the CPU time of the model answer at n = 500 (allowed: 25)",
        ),
        (
            "took more than 75 times the CPU time of the model answer at n = 500 (allowed: 25)",
            "took too many times the CPU time of the model answer at n = 500 (allowed: 25)",
        ),
        (
            "its CPU time grows as n^1.97 from n = 20 to 80 (allowed: n^1.5)",
            "its CPU time grows too fast from n = 20 to 80 (allowed: n^1.5)",
        ),
        ("needs more than 8 MiB at n = 9", "needs more than 8 MiB at n = 9"),
    ],
)
def test_what_was_measured_is_not_kept_and_what_is_allowed_is(message: str, kept: str) -> None:
    report = replace(wrong_report(), checks=(cost(message),), elapsed_s=0.25)
    assert settled(report).checks[0].message == kept
    assert settled(report).elapsed_s == 0.0


def test_a_cost_that_is_met_says_nothing_of_how_well() -> None:
    report = replace(wrong_report(), checks=(cost("took 0.72 times", Outcome.PASSED),))
    assert settled(report).checks[0].message == ""


def test_deadlines_and_addresses_that_no_two_runs_share_are_not_kept() -> None:
    def said(message: str) -> str:
        check = CheckResult("x", "X", CheckKind.EDGE, Outcome.TIMEOUT, 1.0, 0.0, message)
        return settled(replace(wrong_report(), checks=(check,))).checks[0].message

    stopped = "your code was stopped: it took more than {} s of CPU time"
    assert said(stopped.format("2")) == said(stopped.format("2.13"))
    assert "2 s, or 50 times" in said(stopped.format("2"))
    assert said(stopped.format("10")) == stopped.format("10"), "running the file has its own"
    assert said("<Thing at 0x7f3a9cb2fc50> and 0x1f") == "<Thing at 0x...> and 0x1f"


def test_a_full_disk_is_one_sentence_and_costs_nothing(shell: Shell) -> None:
    shell.succeed("course", "init", "double-it", "--pack", str(TINY))
    for number in range(40):
        code = f"# tfmdrill: double-it (numpy)\nraise ValueError('{'x' * 5000}{number}')\n"
        shell.write(f"s{number}_double_it.py", code + "# " + "abcdefghij" * 900 + str(number))
    (shell.folder / "subs").mkdir()
    for path in shell.folder.glob("s*_*.py"):
        path.rename(shell.folder / "subs" / path.name)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, ROOM))

    done = subprocess.run(
        [COMMAND, "course", "grade", "subs", "--jobs", "1"], cwd=shell.folder, env=shell.env,
        capture_output=True, text=True, check=False, preexec_fn=limit,
    )  # fmt: skip
    assert done.returncode == 2, done
    assert "can't be written" in done.stderr
    assert "Traceback" not in done.stderr
    shell.succeed("course", "grade", "subs")
