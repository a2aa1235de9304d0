"""How long a verdict takes, as ratios to what one would otherwise wait for, measured in one run.

    python benchmarks/speed.py [--repeats 7] [--saves 30] [--batch 200] [--only list ...]

Each row compares two commands that run by turns, so that whatever else the machine does falls on
both; medians of wall time (`watch`: from the save to the verdict on the screen). The batch counts
CPU seconds, which other load hardly changes. Nothing is asserted: an aim that is missed is shown
as missed. Run it with tfmdrill, torch, pytest and pexpect installed.
"""

import argparse
import multiprocessing
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tfmdrill.catalogue import active_packs, find_problem, solution_path
from tfmdrill.model.problem import Framework
from tfmdrill.model.source import Source

COMMAND = str(Path(sys.executable).with_name("tfmdrill"))
PROBLEM = "rope"
FILES = {
    "torch": ("rope", Framework.TORCH),
    "numpy": ("rope", Framework.NUMPY),
    "text": ("bpe-decode", Framework.TEXT),
}
WORKERS = 2
SETTLE_S = 1.5  # between two saves, as a person leaves time; the next cases are drawn in it

PYTEST = """
    import numpy as np
    import pytest
    import torch
    from rope import apply_rope

    def wanted(x, positions, base):
        half = x.shape[-1] // 2
        angle = positions[:, None] * base ** (-2.0 * np.arange(half) / x.shape[-1])
        cos, sin = np.cos(angle), np.sin(angle)
        even, odd = x[..., 0::2], x[..., 1::2]
        turned = np.stack([even * cos - odd * sin, even * sin + odd * cos], axis=-1)
        return turned.reshape(x.shape)

    @pytest.mark.parametrize("seed", range({tests}))
    def test_it(seed):
        rng = np.random.default_rng(seed)
        x = rng.normal(size=(2, 3, 5, 4 + 2 * (seed % 3)))
        positions = rng.integers(0, 50, size=5)
        given = torch.tensor(x, dtype=torch.float32)
        got = apply_rope(given, torch.tensor(positions))
        assert np.allclose(got.numpy(), wanted(x, positions, 10000.0), atol=1e-5)
"""

PYTEST_ALONE = ("-p", "no:cacheprovider", "-p", "no:tfmdrill")  # else it grades the answer, too

# The calls of a grade, made in one process that has everything imported: what no grader can beat.
RAW = """
    import statistics, sys, time
    import torch
    from tfmdrill.catalogue import active_packs, find_problem
    from tfmdrill.grading.building import build_plan
    from tfmdrill.grading.trees import map_arrays
    from tfmdrill.model.problem import Framework
    from rope import apply_rope

    torch.set_num_threads(1)
    problem = find_problem("rope", active_packs())
    checks = build_plan(problem, Framework.TORCH, 1).plan.checks
    steps = [step for check in checks for step in check.steps]

    def given(array, dtype):
        tensor = torch.from_numpy(array.copy())
        return tensor.to(getattr(torch, dtype)) if tensor.is_floating_point() else tensor

    calls = []
    for step in steps:
        if step.case.script is None:
            to = lambda array: given(array, step.dtype)
            calls.append((map_arrays(step.case.args, to), map_arrays(dict(step.case.kwargs), to)))
    took = []
    for _ in range(30):
        start = time.perf_counter()
        for args, kwargs in calls:
            try:
                apply_rope(*args, **kwargs)
            except Exception:
                pass
        took.append(time.perf_counter() - start)
    print(len(calls), statistics.median(took))
"""


@dataclass(frozen=True)
class Row:
    """One comparison: what was measured, what it is measured by, and what was hoped for."""

    what: str
    by: str
    took: float
    base: float
    aim: float | None
    unit: str = "s"

    @property
    def ratio(self) -> float:
        return self.took / self.base


@dataclass
class Bench:
    """A folder with answers in it, and a memory and a runtime folder of its own."""

    folder: Path
    repeats: int
    saves: int
    batch: int
    env: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("data", "run"):
            (self.folder / name).mkdir(mode=0o700)
        kept = {n: v for n, v in os.environ.items() if not n.startswith(("TFMDRILL", "XDG"))}
        self.env = kept | {
            "XDG_DATA_HOME": str(self.folder / "data"),
            "XDG_RUNTIME_DIR": str(self.folder / "run"),
        }
        for name, (slug, framework) in FILES.items():
            place = self.folder / name
            place.mkdir()
            (place / f"{slug.replace('-', '_')}.py").write_bytes(model_answer(slug, framework).code)
        (self.folder / "torch" / "test_rope.py").write_text(
            textwrap.dedent(PYTEST).format(tests=self.steps())
        )

    def steps(self) -> int:
        """How many cases a grade of the torch answer puts: pytest gets as many tests."""
        from tfmdrill.grading.building import build_plan

        problem = find_problem(PROBLEM, active_packs())
        checks = build_plan(problem, Framework.TORCH, 1).plan.checks
        return sum(len(check.steps) for check in checks)

    def wall_s(self, command: Sequence[str], place: str = "torch") -> float:
        """Wall seconds of a command that must end well."""
        start = time.perf_counter()
        done = subprocess.run(
            command, cwd=self.folder / place, env=self.env, capture_output=True, check=False
        )
        took = time.perf_counter() - start
        if done.returncode:
            raise SystemExit(f"{command}: {done.stdout.decode()}{done.stderr.decode()}")
        return took

    def by_turns(self, *commands: Callable[[], float]) -> list[float]:
        """The median of each of the commands, which run by turns after one unmeasured round."""
        for command in commands:
            command()
        rounds = [[command() for command in commands] for _ in range(self.repeats)]
        return [statistics.median(column) for column in zip(*rounds, strict=True)]

    def python(self, code: str) -> Callable[[], float]:
        return lambda: self.wall_s([sys.executable, "-c", code])

    def grade(self, place: str, *options: str) -> Callable[[], float]:
        return lambda: self.wall_s([COMMAND, "grade", *options], place)

    def pytest(self) -> float:
        command = [sys.executable, "-m", "pytest", "-q", *PYTEST_ALONE]
        return self.wall_s(command)


def model_answer(slug: str, framework: Framework) -> Source:
    """The model answer as a file of a user, with the line that names its problem."""
    problem = find_problem(slug, active_packs())
    code = solution_path(problem, framework).read_bytes()
    return Source(f"{slug}.py", f"# tfmdrill: {slug} ({framework})\n".encode() + code)


def list_row(bench: Bench) -> Iterator[Row]:
    def listed() -> float:
        return bench.wall_s([COMMAND, "list"])

    took, base = bench.by_turns(listed, bench.python("import click, rich.table"))
    yield Row("list", "import click, rich.table", took, base, 1.5)


def oneshot_rows(bench: Bench) -> Iterator[Row]:
    torch, numpy, text, imported, tests = bench.by_turns(
        bench.grade("torch", "--no-server"),
        bench.grade("numpy", "--no-server"),
        bench.grade("text", "--no-server"),
        bench.python("import torch"),
        bench.pytest,
    )
    yield Row("one-shot grade, torch", "import torch", torch, imported, 1.3)
    yield Row("one-shot grade, torch", "pytest, new process", torch, tests, 0.6)
    yield Row("one-shot grade, NumPy", "import torch", numpy, imported, 0.5)
    yield Row("one-shot grade, text", "import torch", text, imported, 0.5)


def warm_row(bench: Bench) -> Iterator[Row]:
    base = bench.python("import click, rich.table, numpy")
    took, imported, cold = bench.by_turns(
        bench.grade("torch"), base, bench.grade("torch", "--no-server")
    )
    yield Row("warm grade, torch", "import click, rich.table, numpy", took, imported, 1.6)
    yield Row("warm grade, torch", "one-shot grade", took, cold, None)
    subprocess.run([COMMAND, "server", "--stop"], env=bench.env, check=True, capture_output=True)


def watch_rows(bench: Bench) -> Iterator[Row]:
    import pexpect

    path = bench.folder / "torch" / "rope.py"
    text = path.read_text()
    watch = pexpect.spawn(
        COMMAND,
        ["watch", "rope.py"],
        cwd=str(path.parent),
        env=bench.env,
        encoding="utf-8",
        dimensions=(50, 90),
        timeout=120,
    )
    watch.expect("q quit")
    took, tests = [], []
    for number in range(bench.saves):
        time.sleep(SETTLE_S)
        start = time.perf_counter()
        path.write_text(f"{text}# save {number}\n")
        watch.expect("PASSED")
        watch.expect("q quit")
        took.append(time.perf_counter() - start)
        if number % 6 == 0:
            tests.append(bench.pytest())
    watch.send("q")
    watch.expect(pexpect.EOF)
    path.write_text(text)
    calls, raw = raw_calls(bench)
    saved = statistics.median(took)
    yield Row(f"watch, save to verdict ({bench.saves})", "pytest, new process", saved,
              statistics.median(tests), 1 / 60)  # fmt: skip
    yield Row("watch, save to verdict", f"the {calls} calls alone", saved, raw, None)


def raw_calls(bench: Bench) -> tuple[int, float]:
    """(number, wall seconds) of a grade's calls made directly, without wall or comparison."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(RAW)],
        cwd=bench.folder / "torch",
        env=bench.env,
        capture_output=True,
        text=True,
        check=True,
    )
    calls, seconds = done.stdout.split()
    return int(calls), float(seconds)


def grade_share(share: Sequence[int]) -> None:
    """One worker of a batch: grades so many copies of the torch answer with one seed."""
    from tfmdrill.grading import Grader, GradeRequest

    problem = find_problem(PROBLEM, active_packs())
    answer = model_answer(PROBLEM, Framework.TORCH)
    with Grader() as grader:
        for number in share:
            source = Source(f"{number}.py", answer.code + f"# {number}\n".encode())
            report = grader.grade(GradeRequest(problem, source, Framework.TORCH, seed=1))
            if report.score != 1:
                raise SystemExit(f"a right answer got {report.score}")


def batch_rows(bench: Bench) -> Iterator[Row]:
    context = multiprocessing.get_context("spawn")
    before, start = cpu_of_children(), time.perf_counter()
    workers = [
        context.Process(target=grade_share, args=(range(first, bench.batch, WORKERS),))
        for first in range(WORKERS)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    wall = time.perf_counter() - start
    each = (cpu_of_children() - before) / bench.batch
    before = cpu_of_children()
    for _ in range(bench.repeats):
        bench.pytest()
    tests = (cpu_of_children() - before) / bench.repeats
    what = f"batch of {bench.batch}, {WORKERS} workers ({bench.batch / wall:.0f} a second)"
    yield Row(what, "pytest, new process", each, tests, 1 / 40, "CPU s each")


def cpu_of_children() -> float:
    """CPU seconds of all processes that have ended below this one."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


ROWS = {
    "list": list_row,
    "oneshot": oneshot_rows,
    "warm": warm_row,
    "watch": watch_rows,
    "batch": batch_rows,
}


@contextmanager
def bench_in_a_folder(arguments: argparse.Namespace) -> Iterator[Bench]:
    folder = Path(tempfile.mkdtemp(prefix="tfd-"))  # short: sockets lie in it
    try:
        yield Bench(folder, arguments.repeats, arguments.saves, arguments.batch)
    finally:
        shutil.rmtree(folder)


def shown(ratio: float) -> str:
    return f"{ratio:.2f}" if ratio > 0.1 else f"1/{1 / ratio:.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=re.split(r"\n\n", __doc__ or "")[0])
    parser.add_argument("--repeats", type=int, default=7, help="rounds of each comparison")
    parser.add_argument("--saves", type=int, default=30, help="saves in watch")
    parser.add_argument("--batch", type=int, default=200, help="files of the batch")
    parser.add_argument("--only", nargs="+", choices=ROWS, default=list(ROWS))
    arguments = parser.parse_args()
    load = os.getloadavg()[0]
    print(f"{os.cpu_count()} cores, load {load:.1f}, Python {sys.version.split()[0]}")
    print(f"{'what':<44} {'measured by':<32} {'took':>9} {'by':>9} {'ratio':>7}   aim")
    with bench_in_a_folder(arguments) as bench:
        for name in arguments.only:
            for row in ROWS[name](bench):
                aim = "" if row.aim is None else f"<= {shown(row.aim)}"
                met = "" if row.aim is None else "met" if row.ratio <= row.aim else "missed"
                times = f"{row.took:>9.3f} {row.base:>9.3f}"
                line = f"{row.what:<44} {row.by:<32} {times} {shown(row.ratio):>7}   {aim} {met}"
                print(f"{line} {'' if row.unit == 's' else row.unit}".rstrip(), flush=True)


if __name__ == "__main__":
    main()
