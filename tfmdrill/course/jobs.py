"""A job: one file to grade for one problem, as bytes that any machine can take.

`grade_job` turns its JSON into the JSON of a `Done`. Nothing of it depends on where it runs, so
a pool of processes and a cluster give the same bytes.
"""

import hashlib
import json
import time
import traceback
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import msgspec

from tfmdrill.config import Limits
from tfmdrill.course.pins import engine_id, problem_hash
from tfmdrill.course.settling import settled_json
from tfmdrill.course.store import Terms, report_json
from tfmdrill.errors import TierRefused, UsageError
from tfmdrill.model.problem import Framework, Problem
from tfmdrill.model.report import Isolation, Outcome, Report, Tier
from tfmdrill.model.source import Source, Unreadable

if TYPE_CHECKING:
    from tfmdrill.grading import Grader

RESULT_SCHEMA = 1  # one more whenever a kept report means something else
# What makes the least isolation under which strangers' code is graded: limits, a filter of system
# calls, and files closed by one of two means.
CORE_LAYERS = ("rlimits", "seccomp")
FILE_LAYERS = ("landlock", "new uid")


@dataclass(frozen=True, slots=True)
class Job:
    """What a worker is told.

    key: of the result. pin, engine: what the worker must have, too.
    tier: the least isolation. packs, deny: folders, which a cluster's workers share.
    """

    key: str
    problem: str
    framework: Framework
    source: Source
    seed: int
    limit_scale: float
    pin: str
    engine: str
    tier: Tier
    packs: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """What a worker answers. `report` is JSON as `store.report_json` writes it, or "" where the
    worker can't grade at all; then `refused` says why and the whole run ends."""

    key: str
    report: str = ""
    fault: bool = False
    trace: str = ""
    refused: str = ""
    wall_s: float = 0.0
    cpu_s: float = 0.0
    worker: str = ""
    finished: str = ""


def result_key(source_hash: str, framework: Framework, slug: str, terms: Terms) -> str:
    """The hash of everything that a verdict depends on."""
    pins = dict(terms.problems)
    parts = [RESULT_SCHEMA, terms.engine, source_hash, slug, pins[slug], framework.value]
    parts += [terms.seed, terms.limit_scale]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def limits_of(job: Job) -> Limits:
    return Limits().scaled(job.limit_scale)


def job_json(job: Job) -> bytes:
    fields = msgspec.to_builtins(job)
    fields["source"]["code"] = job.source.code.decode()
    return json.dumps(fields).encode()


def job_of(data: bytes) -> Job:
    fields = json.loads(data)
    source = fields.pop("source")
    unreadable = source["unreadable"]
    return msgspec.convert(
        fields
        | {
            "source": Source(
                source["name"],
                source["code"].encode(),
                tuple((cell, line) for cell, line in source["cells"]),
                tuple(source["remarks"]),
                Unreadable(unreadable["reason"]) if unreadable else None,
            )
        },
        Job,
    )


def done_json(done: Done) -> bytes:
    return json.dumps(msgspec.to_builtins(done)).encode()


def done_of(data: bytes) -> Done:
    return msgspec.convert(json.loads(data), Done)


def fault(job: Job, why: str, trace: str = "") -> Done:
    """The verdict that is none: tfmdrill failed on this file, which is to be graded again."""
    report = Report(
        problem=job.problem,
        title="",
        file=job.source.name,
        framework=job.framework.value,
        outcome=Outcome.GRADER_FAULT,
        score=None,
        seed=job.seed,
        isolation=Isolation(Tier.PROCESS_ONLY, ()),
        elapsed_s=0.0,
        checks=(),
        remarks=(why,),
    )
    return Done(job.key, report_json(report).decode(), fault=True, trace=trace, finished=_now())


@dataclass
class Grading:
    """Grades jobs one after the other over warm zygotes; close it.

    group: of the workers that share zygotes, "" for some of its own.
    """

    worker: str
    group: str = ""
    _grader: "Grader | None" = None
    _made_for: tuple[Any, ...] = ()
    _problems: dict[tuple[Any, ...], Problem] = field(default_factory=dict)
    _engine: str = field(default_factory=engine_id)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._grader is not None:
            self._grader.close()
            self._grader = None

    def grade_job(self, job: Job) -> Done:
        """The verdict. Never raises an Exception: what fails here is a fault of this job, or, if
        no job could do better on this machine, a refusal."""
        start, cpu = time.perf_counter(), time.process_time()
        try:
            report = self.report(job)
        except (UsageError, TierRefused) as error:
            return Done(job.key, refused=str(error), worker=self.worker)
        except Exception as error:
            self.close()  # whatever state it is in, the next file gets a new one
            return fault(job, f"tfmdrill failed: {type(error).__name__}", traceback.format_exc())
        return Done(
            job.key,
            settled_json(report, limits_of(job)).decode(),
            fault=report.outcome is Outcome.GRADER_FAULT,
            wall_s=time.perf_counter() - start,
            cpu_s=time.process_time() - cpu,
            worker=self.worker,
            finished=_now(),
        )

    def report(self, job: Job) -> Report:
        """The report as it comes. Raises what `Grader.grade` raises, UsageError where the engine
        or the problem here is another one, TierRefused."""
        from tfmdrill.grading import GradeRequest

        self.demand(job)
        grader = self._open_grader(job)
        request = GradeRequest(self._problem(job), job.source, job.framework, seed=job.seed)
        return grader.grade(request)

    def demand(self, job: Job) -> None:
        """Raises UsageError or TierRefused where this machine may not grade the job."""
        if job.engine != self._engine:
            raise UsageError(
                f"worker {self.worker} has tfmdrill {self._engine}, the class is graded with "
                f"{job.engine}: install the same on every machine"
            )
        self._problem(job)
        demand_isolation(job.tier, self._open_grader(job).isolation(job.framework))

    def _open_grader(self, job: Job) -> "Grader":
        from tfmdrill.catalogue import active_packs
        from tfmdrill.grading import Grader

        made_for = (job.limit_scale, job.packs, job.deny)
        if self._grader is None or self._made_for != made_for:
            self.close()
            packs = active_packs([Path(pack) for pack in job.packs])
            hidden = [folder for pack in packs for folder in (pack.problems_dir, pack.graders_dir)]
            self._grader = Grader(
                limits=limits_of(job),
                deny=[*hidden, *(Path(folder) for folder in job.deny)],
                group=self.group,
            )
            self._made_for = made_for
        return self._grader

    def _problem(self, job: Job) -> Problem:
        from tfmdrill.catalogue import active_packs, find_problem

        key = (job.packs, job.problem, job.pin)
        if key not in self._problems:
            packs = active_packs([Path(pack) for pack in job.packs])
            problem = find_problem(job.problem, packs)
            here = problem_hash(problem)
            if here != job.pin:
                raise UsageError(
                    f"worker {self.worker} has another {job.problem} ({here[:12]}) than this "
                    f"course ({job.pin[:12]}): give every machine the same pack"
                )
            self._problems[key] = problem
        return self._problems[key]


def demand_isolation(wanted: Tier, isolation: Isolation) -> None:
    """Raises TierRefused where strangers' code would be held less strongly than is wanted."""
    if wanted is Tier.PROCESS_ONLY or isolation.tier is Tier.FULL:
        return
    layers = isolation.layers
    core = all(layer in layers for layer in CORE_LAYERS) and any(f in layers for f in FILE_LAYERS)
    if wanted is Tier.PARTIAL and core:
        return
    missing = "; ".join(f"{layer}: {why}" for layer, why in isolation.missing)
    raise TierRefused(
        f"this course demands isolation {wanted}, and this machine gives less ({missing}). "
        "`tfmdrill doctor` shows what is missing; to grade all the same: --allow-tier "
        f"{Tier.PROCESS_ONLY if not core else Tier.PARTIAL}"
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
