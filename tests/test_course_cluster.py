"""The same jobs on a real Dask cluster of several processes: the same bytes, whatever dies."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from command import COMMAND, Shell
from course_jobs import jobs
from made_class import make_class
from test_course_class import grade, outputs

from tfmdrill.course.cluster import grade_on_cluster
from tfmdrill.course.jobs import Done
from tfmdrill.course.pool import Pool
from tfmdrill.course.store import report_of
from tfmdrill.errors import UsageError
from tfmdrill.model.report import Outcome

pytestmark = pytest.mark.slow  # Dask takes seconds to start, and a job on it is one elsewhere


class Cluster:
    """A scheduler and two workers, each a process as on machines of their own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.scheduler, self.address = self._scheduler("tcp://127.0.0.1:0")
        self.workers = [self._worker(), self._worker()]

    def _scheduler(self, at: str) -> tuple[subprocess.Popen[str], str]:
        process = self._start("dask_scheduler", "--host", at, "--no-dashboard")
        return process, line_with(process, r"Scheduler at:\s+(tcp://\S+)")

    def _worker(self) -> subprocess.Popen[str]:
        process = self._start(
            "dask_worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard",
            "--death-timeout", "60",
        )  # fmt: skip
        line_with(process, r"(Registered to)")
        return process

    def _start(self, module: str, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{module}", *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=self._folder,
            env=dict(os.environ),
        )  # fmt: skip

    def kill_a_worker(self) -> None:
        worker = self.workers.pop(0)
        worker.kill()
        worker.wait()

    def add_a_worker(self) -> None:
        self.workers.append(self._worker())

    def lose_the_scheduler(self) -> None:
        """It is gone at once, and its workers, which can't reach it, are too."""
        for process in (self.scheduler, *self.workers):
            process.send_signal(signal.SIGKILL)
            process.wait()

    def start_again(self) -> None:
        self.scheduler, _ = self._scheduler(self.address)
        self.workers = [self._worker(), self._worker()]

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
            if process.stdout:
                process.stdout.close()


def line_with(process: subprocess.Popen[str], pattern: str) -> str:
    """What the pattern's group holds in the first line of output that fits. The rest is read by
    a thread, so that nobody waits for a full pipe."""
    assert process.stdout is not None
    seen = []
    for line in process.stdout:
        seen.append(line)
        if found := re.search(pattern, line):
            threading.Thread(target=process.stdout.read, daemon=True).start()
            return found[1]
    raise AssertionError("".join(seen))


@contextmanager
def running(folder: Path) -> Iterator[Cluster]:
    cluster = Cluster(folder)
    try:
        yield cluster
    finally:
        cluster.end()


def outcomes(found: list[Done]) -> set[Outcome]:
    return {report_of(done.report.encode()).outcome for done in found}


def test_a_cluster_gives_the_bytes_of_a_pool_though_a_worker_is_killed(tmp_path: Path) -> None:
    work = jobs(30)
    with Pool(1, limit_scale=1.0) as pool:
        here = {done.key: done.report for done in pool.run(work)}
    with running(tmp_path) as cluster:
        verdicts = grade_on_cluster(work, cluster.address)
        found = [next(verdicts)]
        cluster.kill_a_worker()
        found += verdicts
    assert {done.key: done.report for done in found} == here
    assert len(found) == len(work)


def test_a_scheduler_that_is_lost_and_back_gets_what_is_left(tmp_path: Path) -> None:
    work = jobs(40)
    said: list[str] = []
    with running(tmp_path) as cluster:
        verdicts = grade_on_cluster(work, cluster.address, said.append)
        found = [next(verdicts)]
        cluster.lose_the_scheduler()
        back = threading.Thread(target=cluster.start_again)
        back.start()
        found += verdicts
        back.join()
    assert sorted(done.key for done in found) == sorted(job.key for job in work)
    assert outcomes(found) == {Outcome.PASSED}
    assert said == [
        f"The scheduler at {cluster.address} is gone: grading goes on when one is there."
    ]


def test_a_cluster_with_another_engine_is_refused(tmp_path: Path) -> None:
    work = [replace(job, engine="0.0.0+other") for job in jobs(1)]
    with running(tmp_path) as cluster:
        (done,) = grade_on_cluster(work, cluster.address)
    assert "install the same on every machine" in done.refused


def test_nobody_at_the_address_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tfmdrill.course.cluster.CONNECT_S", 1.0)
    with pytest.raises(UsageError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9"):
        list(grade_on_cluster(jobs(1), "tcp://127.0.0.1:9"))


def test_a_scheduler_without_workers_is_said_and_waited_for(shell: Shell, tmp_path: Path) -> None:
    made = make_class(tmp_path / "class", 2, ("bpe-decode",), each=1)
    with running(tmp_path) as cluster:
        while cluster.workers:
            cluster.kill_a_worker()
        run = subprocess.Popen(
            [COMMAND, "course", "grade", str(made.submissions), "--course", str(made.course),
             "--scheduler", cluster.address],
            cwd=shell.folder, env=shell.env, stderr=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True,
        )  # fmt: skip
        assert run.stderr is not None
        unsaid = threading.Timer(60, cluster.add_a_worker)  # a run that says nothing ends, too
        unsaid.start()
        assert "has no workers: grading goes on when some come" in run.stderr.readline()
        assert run.poll() is None
        unsaid.cancel()
        cluster.add_a_worker()
        out, rest = run.communicate()
    assert "bpe-decode" in out
    assert rest == "", "it is said once"


def test_a_class_on_a_cluster_has_the_outputs_of_one_graded_here(
    shell: Shell, tmp_path: Path
) -> None:
    made = make_class(tmp_path / "class", 12, ("bpe-decode",), each=1)
    grade(shell, made, tmp_path / "here")
    with running(tmp_path) as cluster:
        grade(shell, made, tmp_path / "there", "--scheduler", cluster.address)
    assert outputs(tmp_path / "there") == outputs(tmp_path / "here")
