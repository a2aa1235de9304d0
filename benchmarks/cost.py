"""How often a cost verdict is right: repeats of right and of naive answers, quiet and under load.

    python benchmarks/cost.py [--repeats 30] [--naive 5] [--busy 2] [--all]

Every row is one answer: how often it was accepted, rejected or left unjudged, what was measured,
and how long a grade took. `--busy` loops run beside it meanwhile; `--all` takes the right variants
of the tests as well, whose styles are slower than the model answers.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tfmdrill.catalogue import active_packs, all_problems, load_bugs, solution_path
from tfmdrill.config import Limits
from tfmdrill.grading import Grader, GradeRequest
from tfmdrill.grading.cost import planned_costs
from tfmdrill.model.problem import BugKind, Framework, Problem
from tfmdrill.model.report import CheckKind, Outcome
from tfmdrill.model.source import Source
from tfmdrill.practice.reading import header_of, read_source

VARIANTS = Path(__file__).parent.parent / "tests" / "variants"
NUMBER = re.compile(r"(?:took|grows as n\^)\D*([\d.]+)")


@dataclass(frozen=True)
class Answer:
    """A file whose cost is known: right, or naive."""

    problem: Problem
    framework: Framework
    source: Source
    naive: bool

    @property
    def name(self) -> str:
        return f"{self.problem.slug} {Path(self.source.name).stem} ({self.framework})"


@dataclass
class Tally:
    """What the cost checks of one answer came to."""

    measured: dict[str, list[float]] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)
    accepted: int = 0  # grades in which no cost check was rejected or left unjudged
    rejected: int = 0
    unjudged: int = 0  # neither rejected nor accepted
    told: list[str] = field(default_factory=list)  # what was said where a check didn't pass


def answers(*, variants: bool) -> Iterator[Answer]:
    """The model answers of all problems that judge a cost, and what is known to be naive."""
    for problem in all_problems(active_packs()):
        if not planned_costs(problem, 0):
            continue
        for framework in problem.frameworks:
            path = solution_path(problem, framework)
            yield Answer(problem, framework, Source(path.name, path.read_bytes()), naive=False)
        naive = [b for b in load_bugs(problem) if b.kind is BugKind.COST]
        paths = [(problem.grader_dir / bug.file, True) for bug in naive]
        folder = VARIANTS / problem.slug
        for bug in naive:
            paths += [(path, True) for path in sorted(folder.glob(f"wrong/{bug.id}*.py"))]
        if variants:
            paths += [(path, False) for path in sorted(folder.glob("right/*.py"))]
        for path, is_naive in paths:
            source = read_source(path, limits=Limits())
            header = header_of(source)
            if header is None:
                raise SystemExit(f"{path}: has no first line that names its problem")
            yield Answer(problem, Framework(header[1]), source, naive=is_naive)


def repeat(grader: Grader, answer: Answer, times: int) -> Tally:
    """Grades an answer `times` times, each with another seed."""
    tally = Tally()
    for seed in range(times):
        costs = tuple(planned.id for planned in planned_costs(answer.problem, seed))
        request = GradeRequest(answer.problem, answer.source, answer.framework, seed, costs)
        report = grader.grade(request)
        tally.seconds.append(report.elapsed_s)
        checks = [check for check in report.checks if check.kind is CheckKind.COST]
        for check in checks:
            if check.outcome is not Outcome.PASSED:
                tally.told.append(f"seed {seed}: {check.outcome}: {check.message}")
            if found := NUMBER.search(check.message):
                tally.measured.setdefault(check.id, []).append(float(found[1]))
        outcomes = {check.outcome for check in checks}
        if outcomes == {Outcome.PASSED}:
            tally.accepted += 1
        elif outcomes <= {Outcome.PASSED, Outcome.TOO_NOISY, Outcome.SKIPPED}:
            tally.unjudged += 1
        else:
            tally.rejected += 1
    return tally


@contextmanager
def busy_loops(count: int) -> Iterator[None]:
    """Processes that compute without end, as long as the context lasts."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--repeats", type=int, default=30, help="of each right answer")
    parser.add_argument("--naive", type=int, default=5, help="repeats of each naive answer")
    parser.add_argument("--busy", type=int, default=0, help="busy loops that run meanwhile")
    parser.add_argument("--all", action="store_true", help="the right variants of the tests too")
    options = parser.parse_args()
    loops = f"{options.busy} busy loops" if options.busy else "no busy loops"
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, and {loops}")
    print(
        f"{'answer':46} {'accepted':>8} {'rejected':>8} {'unjudged':>8} {'s a grade':>9}  measured"
    )
    bad = 0
    with Grader() as grader, busy_loops(options.busy):
        for answer in answers(variants=options.all):
            times = options.naive if answer.naive else options.repeats
            if not times:
                continue
            tally = repeat(grader, answer, times)
            print(row(answer, tally), flush=True)
            for words in () if answer.naive else tally.told:
                print(f"  {words}", flush=True)
            bad += tally.accepted if answer.naive else tally.rejected
    print(f"load {os.getloadavg()[0]:.1f}; wrong verdicts: {bad}")
    return 1 if bad else 0


def row(answer: Answer, tally: Tally) -> str:
    """A line of the table: what was measured is the least, the median and the largest."""
    measured = "  ".join(
        f"{min(found):.2f}/{statistics.median(found):.2f}/{max(found):.2f}"
        for found in tally.measured.values()
    )
    name = f"{'naive ' if answer.naive else 'right '}{answer.name}"
    return (
        f"{name:46} {tally.accepted:8} {tally.rejected:8} {tally.unjudged:8} "
        f"{statistics.median(tally.seconds):9.2f}  {measured or '-'}"
    )


if __name__ == "__main__":
    sys.exit(main())
