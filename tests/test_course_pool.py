"""Workers die, lie silent or are refused: a file costs itself at most, and nothing is left."""

import gc
import os
import select
import signal
from dataclasses import replace
from pathlib import Path

import pytest
from course_jobs import jobs

from tfmdrill.course.jobs import (
    Done,
    Grading,
    demand_isolation,
    done_json,
    done_of,
    job_json,
    job_of,
    result_key,
)
from tfmdrill.course.pool import Pool, Worker
from tfmdrill.course.store import Terms, report_of
from tfmdrill.errors import TierRefused
from tfmdrill.grading.plan import Step
from tfmdrill.model.problem import Framework
from tfmdrill.model.report import Isolation, Outcome, Tier
from tfmdrill.runner.process import MAIN

ADDRESS = """class Thing:
    pass

def double_it(x, *, offset=0.0):
    raise ValueError(f"what is {Thing()}?")
"""


def children_of(pid: int) -> list[int]:
    """Every process below this one."""
    below = []
    for each in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = each.read_text()
        except OSError:
            continue
        if int(text.rpartition(")")[2].split()[1]) == pid:
            child = int(text.partition(" ")[0])
            below += [child, *children_of(child)]
    return below


def command_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def ends(pid: int) -> bool:
    """Whether the process is gone, now or soon."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([descriptor], [], [], 30.0)[0])
    finally:
        os.close(descriptor)


def outcome(done: Done) -> Outcome:
    return report_of(done.report.encode()).outcome


def test_jobs_and_verdicts_are_bytes_that_come_back_the_same() -> None:
    (job,) = jobs(1)
    assert job_of(job_json(job)) == job
    done = Done("k", "{}", fault=True, trace="t", wall_s=0.5)
    assert done_of(done_json(done)) == done


def test_a_key_is_of_everything_that_a_verdict_depends_on() -> None:
    terms = Terms("e", 1, 1.0, (("rope", "p"),))
    keys = {
        result_key("s", Framework.NUMPY, "rope", terms),
        result_key("t", Framework.NUMPY, "rope", terms),
        result_key("s", Framework.TORCH, "rope", terms),
        result_key("s", Framework.NUMPY, "rope", replace(terms, engine="f")),
        result_key("s", Framework.NUMPY, "rope", replace(terms, seed=2)),
        result_key("s", Framework.NUMPY, "rope", replace(terms, limit_scale=2.0)),
        result_key("s", Framework.NUMPY, "rope", replace(terms, problems=(("rope", "q"),))),
    }
    assert len(keys) == 7
    other = replace(terms, problems=(("rope", "p"), ("softmax", "x")))
    assert result_key("s", Framework.NUMPY, "rope", other) in keys, "other problems don't matter"


def test_two_workers_give_the_bytes_of_one() -> None:
    work = jobs(6) + jobs(2, ADDRESS, first=6)
    found = []
    for number in (1, 2):
        with Pool(number, limit_scale=1.0) as pool:
            assert pool.probe(work[:1]) == ""
            found.append({done.key: done.report for done in pool.run(work)})
    assert found[0] == found[1]
    assert set(found[0]) == {job.key for job in work}
    assert "0x..." in found[0][work[-1].key], "addresses, which differ in each run, are taken out"


def test_a_worker_that_is_killed_costs_nobody_anything() -> None:
    work = jobs(8)
    others = children_of(os.getpid())  # of other tests in this process
    with Pool(2, limit_scale=1.0) as pool:
        verdicts = pool.run(work)
        found = [next(verdicts)]
        below = children_of(os.getpid())
        for worker in below:
            if b"course.worker" in command_of(worker):
                os.kill(worker, signal.SIGKILL)
        found += verdicts
        below += children_of(os.getpid())
    below = [pid for pid in below if pid not in others]
    assert sorted(done.key for done in found) == sorted(job.key for job in work)
    assert {outcome(done) for done in found} == {Outcome.PASSED}
    assert [pid for pid in below if not ends(pid)] == [], "no worker or zygote outlives the pool"


@pytest.mark.parametrize("zygote_dies", [False, True])
def test_two_workers_share_a_zygote_which_ends_with_them(*, zygote_dies: bool) -> None:
    work = jobs(8)
    others = children_of(os.getpid())
    with Pool(2, limit_scale=1.0) as pool:
        verdicts = pool.run(work)
        found = [next(verdicts), next(verdicts), next(verdicts)]
        below = [pid for pid in children_of(os.getpid()) if pid not in others]
        zygotes = {pid for pid in below if str(MAIN).encode() in command_of(pid)}
        children = {child for zygote in zygotes for child in children_of(zygote)}
        (shared,) = zygotes - children
        if zygote_dies:
            os.kill(shared, signal.SIGKILL)
        found += verdicts
        below += [pid for pid in children_of(os.getpid()) if pid not in others]
    assert sorted(done.key for done in found) == sorted(job.key for job in work)
    assert {outcome(done) for done in found} == {Outcome.PASSED}
    assert [pid for pid in below if not ends(pid)] == []


def test_a_file_on_which_workers_end_twice_is_a_fault_and_the_next_is_graded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bad, *good = jobs(3)
    send = Worker.send

    def send_and_end(worker: Worker, frame: bytes) -> bool:
        if bad.key.encode() in frame:
            worker.process.kill()
            worker.process.wait()
        return send(worker, frame)

    monkeypatch.setattr(Worker, "send", send_and_end)
    with Pool(1, limit_scale=1.0) as pool:
        found = {done.key: outcome(done) for done in pool.run([bad, *good])}
    assert found == {bad.key: Outcome.GRADER_FAULT} | {j.key: Outcome.PASSED for j in good}


def test_a_worker_that_is_silent_for_too_long_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    bad, *good = jobs(2)
    send = Worker.send

    def send_and_stop(worker: Worker, frame: bytes) -> bool:
        if bad.key.encode() in frame:
            os.kill(worker.process.pid, signal.SIGSTOP)
            worker.since -= 10_000  # as if so much time had passed
            return True
        return send(worker, frame)

    monkeypatch.setattr(Worker, "send", send_and_stop)
    with Pool(1, limit_scale=1.0) as pool:
        found = {done.key: outcome(done) for done in pool.run([bad, *good])}
    assert found == {bad.key: Outcome.GRADER_FAULT, good[0].key: Outcome.PASSED}


def test_what_fails_in_grading_is_a_fault_of_that_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a mistake of ours")

    with Grading("here") as grading:
        monkeypatch.setattr("tfmdrill.grading.Grader.grade", broken)
        done = grading.grade_job(jobs(1)[0])
        assert (outcome(done), done.fault) == (Outcome.GRADER_FAULT, True)
        assert "ZeroDivisionError: a mistake of ours" in done.trace
        assert report_of(done.report.encode()).score is None
        monkeypatch.undo()
        assert outcome(grading.grade_job(jobs(1)[0])) is Outcome.PASSED


def test_a_grader_keeps_no_case_that_one_submission_alone_was_asked() -> None:
    """Failures are shrunk to cases of their own, which once made each file cost memory for good."""
    wrong = "def double_it(x, *, offset=0.0):\n    return x * x + offset\n"

    def steps() -> int:
        gc.collect()
        return sum(isinstance(each, Step) for each in gc.get_objects())

    with Grading("here") as grading:
        counts = []
        for job in jobs(4, wrong):
            assert outcome(grading.grade_job(job)) is Outcome.WRONG
            counts.append(steps())
    assert len(set(counts)) == 1, counts


@pytest.mark.parametrize(
    ("change", "says"),
    [({"engine": "0.0.0+x"}, "install the same"), ({"pin": "0" * 64}, "another double-it")],
)
def test_a_machine_with_another_engine_or_problem_is_refused(change, says) -> None:
    job = replace(jobs(1)[0], **change)
    with Pool(1, limit_scale=1.0) as pool:
        assert says in pool.probe([job])
        assert [says in done.refused for done in pool.run([job])] == [True]


@pytest.mark.parametrize(
    ("layers", "wanted", "refused"),
    [
        (("rlimits", "seccomp", "landlock"), Tier.PARTIAL, False),
        (("rlimits", "seccomp", "new uid"), Tier.PARTIAL, False),
        (("rlimits", "seccomp"), Tier.PARTIAL, True),
        (("rlimits", "landlock", "new uid"), Tier.PARTIAL, True),
        (("rlimits", "seccomp", "landlock", "new uid"), Tier.FULL, True),
        ((), Tier.PROCESS_ONLY, False),
    ],
)
def test_less_isolation_than_is_demanded_is_refused(layers, wanted, refused) -> None:
    isolation = Isolation(Tier.PARTIAL, layers, (("namespaces", "not allowed"),))
    if not refused:
        demand_isolation(wanted, isolation)
        return
    with pytest.raises(TierRefused, match="namespaces: not allowed"):
        demand_isolation(wanted, isolation)
