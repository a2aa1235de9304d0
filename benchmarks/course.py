"""What grading a class takes: memory that doesn't grow, CPU that workers don't multiply, and a
thirtieth of what pytest takes.

    python benchmarks/course.py [--files 400] [--early 50]

The class that the tests make (right and wrong answers of five problems, attacks, notebooks, odd
encodings, late ones and duplicates) is graded by one worker and then by two.
Memory is the sum of the proportional set sizes of this process and all below it; CPU is that of
all processes below, their start included. Both are read from /proc, so this runs on Linux. What
stands for other graders is pytest in a new process, on the model answer of one of the problems,
with as many tests as a grade of it puts cases. Nothing is asserted: an aim that is missed is shown
as missed. Run it with tfmdrill, torch and pytest installed, from a checkout.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from speed import PROBLEM, PYTEST, PYTEST_ALONE, model_answer

from tfmdrill.catalogue import active_packs, find_problem
from tfmdrill.course.gathering import Gathering, terms_now
from tfmdrill.course.handed_in import read_class
from tfmdrill.course.jobs import Job
from tfmdrill.course.pool import Pool
from tfmdrill.course.settings import read_course
from tfmdrill.course.store import open_store
from tfmdrill.grading.building import build_plan
from tfmdrill.model.problem import Framework
from tfmdrill.model.report import Tier

sys.path.append(str(Path(__file__).parent.parent / "tests"))
from made_class import SEED, SLUGS, make_class

TICKS = os.sysconf("SC_CLK_TCK")
MEMORY_AIM = 1.05
AROUND = 10  # files before each of the two places: at any one a child may be anywhere
CPU_AIM = 1.15
PYTEST_AIM = 30.0
PYTEST_RUNS = 3


@dataclass(frozen=True)
class Measured:
    """One run: CPU seconds a file, wall seconds, bytes at about `early` files and at the end."""

    cpu_s: float
    wall_s: float
    early_bytes: int
    late_bytes: int


def made_jobs(files: int) -> list[Job]:
    """The class of the tests, of so many files and a few more, in the order of its run."""
    with tempfile.TemporaryDirectory() as name:
        made = make_class(Path(name) / "class", files, SLUGS, each=3)
        course = read_course(made.course)
        with open_store(Path(name) / "out", create=True) as store:
            handed_in = read_class(course, made.submissions, store)
            gathering = Gathering(course, store, handed_in, terms_now(course))
            return gathering.jobs(list(gathering.wanted()), Tier.PROCESS_ONLY, ())


def measure(jobs: list[Job], workers: int, early: int) -> Measured:
    start = time.perf_counter()
    memory: dict[int, int] = {}
    with Pool(workers, limit_scale=1.0) as pool:
        for number, done in enumerate(pool.run(jobs), start=1):
            if done.refused:
                raise SystemExit(done.refused)
            if any(end - AROUND < number <= end for end in (early, len(jobs))):
                memory[number] = sum(map(memory_of, tree(os.getpid())))
        cpu = sum(map(cpu_of, tree(os.getpid())[1:]))
    sizes = (
        int(
            statistics.median(
                size for number, size in memory.items() if end - AROUND < number <= end
            )
        )
        for end in (early, max(memory))
    )
    return Measured(cpu / len(jobs), time.perf_counter() - start, *sizes)


def pytest_cpu_s() -> tuple[float, int]:
    """(median CPU seconds of a run of pytest, how many tests it has)."""
    plan = build_plan(find_problem(PROBLEM, active_packs()), Framework.TORCH, SEED).plan
    tests = sum(len(check.steps) for check in plan.checks)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / f"{PROBLEM}.py").write_bytes(model_answer(PROBLEM, Framework.TORCH).code)
        code = textwrap.dedent(PYTEST).format(tests=tests)
        (folder / f"test_{PROBLEM}.py").write_text(code)
        command = [sys.executable, "-m", "pytest", "-q", *PYTEST_ALONE]
        took = []
        for _ in range(PYTEST_RUNS + 1):  # the first reads what the disk holds
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            took.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(took[1:]), tests


def tree(pid: int) -> list[int]:
    """The process and everything below it that lives."""
    below: dict[int, list[int]] = {}
    for parent, child in parents():
        below.setdefault(parent, []).append(child)
    found = [pid]
    for each in found:
        found += below.get(each, [])
    return found


def parents() -> Iterator[tuple[int, int]]:
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        yield int(fields[1]), int(path.parent.name)


def memory_of(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)


def cpu_of(pid: int) -> float:
    """CPU seconds of a process and of its children that have ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=400)
    parser.add_argument("--early", type=int, default=50, help="memory is compared with that here")
    arguments = parser.parse_args()
    jobs = made_jobs(arguments.files)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {len(jobs)} files")
    runs = {workers: measure(jobs, workers, arguments.early) for workers in (1, 2)}
    for workers, run in runs.items():
        ratio = run.late_bytes / run.early_bytes
        rate = len(jobs) / run.wall_s
        mib = [round(size / 2**20) for size in (run.early_bytes, run.late_bytes)]
        print(
            f"workers {workers}: {run.cpu_s * 1000:.0f} ms of CPU a file, {rate:.1f} files a "
            f"second; memory {mib[0]} MiB at file {arguments.early}, {mib[1]} MiB at the end: "
            f"{ratio:.3f} (aim {MEMORY_AIM}, {'met' if ratio <= MEMORY_AIM else 'missed'})"
        )
    ratio = runs[2].cpu_s / runs[1].cpu_s
    met = "met" if ratio <= CPU_AIM else "missed"
    print(f"CPU a file with two workers over one: {ratio:.3f} (aim {CPU_AIM}, {met})")
    pytest_s, tests = pytest_cpu_s()
    ratio = pytest_s / runs[1].cpu_s
    met = "met" if ratio >= PYTEST_AIM else "missed"
    print(
        f"pytest in a new process, {tests} tests: {pytest_s * 1000:.0f} ms of CPU, "
        f"{ratio:.1f} times a file's with one worker (aim {PYTEST_AIM:g}, {met})"
    )


if __name__ == "__main__":
    main()
