"""`course grade`: read a download, grade what isn't graded yet, write what came of it."""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from tfmdrill.config import own_cores
from tfmdrill.course.gathering import Gathering, Wanted, published_of, terms_now
from tfmdrill.course.handed_in import read_class
from tfmdrill.course.jobs import Done, Job
from tfmdrill.course.outputs import write_outputs
from tfmdrill.course.pool import Pool
from tfmdrill.course.settings import demand_pins
from tfmdrill.course.store import HandedIn, Store, Terms, open_store, report_of
from tfmdrill.errors import TierRefused, UsageError
from tfmdrill.model.course import Advance, ClassGrades, Course, Timing
from tfmdrill.model.report import Outcome, Tier


class Only(StrEnum):
    """Which of the files that need a verdict are graded now; the others wait."""

    LATE = "late"  # handed in after the due date
    CHANGED = "changed"  # of students who had handed in something else before
    FAULTS = "faults"  # on which tfmdrill failed


@dataclass(frozen=True, slots=True)
class HowToGrade:
    """jobs: worker processes here. scheduler: address of a Dask cluster instead, "" for none.

    allow_tier: grade under this isolation although the course demands more.
    names: what is written for the instructor calls students by name, not by pseudonym.
    """

    jobs: int = 0
    scheduler: str = ""
    allow_tier: Tier | None = None
    names: bool = False

    @property
    def workers(self) -> int:
        """As many as asked for, else one for each core that is ours."""
        return self.jobs or own_cores()


Told = Callable[[Advance], None]


def grade_class(
    course: Course,
    submissions: Path,
    out: Path,
    how: HowToGrade,
    *,
    only: Only | None = None,
    told: Told = lambda _: None,
) -> ClassGrades:
    """The grades of the class, which are also written into `out`.

    Raises UsageError where something must be put right first, TierRefused.
    """
    demand_pins(course)
    with open_store(out, create=True) as store:
        terms = terms_now(course)
        demand_same(store, terms, out)
        earlier = store.handed_in
        handed_in = read_class(course, submissions, store)
        gathering = Gathering(course, store, handed_in, terms)
        store.keep_handed_in(handed_in)
        store.keep_terms(terms)
        wanted = _chosen(list(gathering.wanted()), only, store, earlier)
        deny = (str(submissions.resolve()), str(out.resolve()))
        grade_wanted(course, store, gathering, wanted, how, deny=deny, told=told)
        return publish(store, gathering.grades(store.waivers), out, names=how.names)


def grade_wanted(
    course: Course,
    store: Store,
    gathering: Gathering,
    wanted: Sequence[Wanted],
    how: HowToGrade,
    *,
    deny: Sequence[str],
    told: Told,
) -> None:
    """Grades what is wanted and commits each verdict as it comes. Raises UsageError,
    TierRefused."""
    tier = how.allow_tier or course.tier
    jobs = gathering.jobs(wanted, tier, (*deny, str(course.file.parent)))
    told(Advance(0, len(jobs)))
    if not jobs:
        return
    problems = {job.key: job.problem for job in jobs}
    kept = 0

    def waiting(why: str) -> None:
        told(Advance(kept, len(jobs), waiting=why))

    with closing(_verdicts(jobs, how, waiting)) as verdicts:
        for done in verdicts:
            outcome = _keep(store, done, problems[done.key])
            kept += 1
            told(Advance(kept, len(jobs), outcome))


def publish(
    store: Store, grades: ClassGrades, out: Path, *, names: bool | None = None
) -> ClassGrades:
    """Writes the outputs, and remembers what they say.

    names: whether the class page calls students by name; None leaves that as it was.
    """
    named = store.named if names is None else names
    write_outputs(grades, out, names=named)
    store.keep_named(named)
    store.keep_published(published_of(grades))
    return grades


def _verdicts(
    jobs: Sequence[Job], how: HowToGrade, waiting: Callable[[str], None]
) -> Generator[Done, None, None]:
    if how.scheduler:
        from tfmdrill.course.cluster import grade_on_cluster

        yield from grade_on_cluster(jobs, how.scheduler, waiting)
        return
    with Pool(how.workers, limit_scale=jobs[0].limit_scale) as pool:
        refused = pool.probe(_one_of_each(jobs))
        if refused:
            raise TierRefused(refused)
        yield from pool.run(jobs)


def _one_of_each(jobs: Sequence[Job]) -> list[Job]:
    """A job of each problem and framework: all that can be missing on a machine."""
    return list({(job.problem, job.framework): job for job in jobs}.values())


def _keep(store: Store, done: Done, problem: str) -> Outcome:
    if done.refused:
        raise UsageError(done.refused)
    report = done.report.encode()
    timing = Timing(done.key, problem, done.wall_s, done.cpu_s, done.worker, done.finished)
    store.keep_result(done.key, report, timing, fault=done.fault, trace=done.trace)
    return report_of(report).outcome


def _chosen(
    wanted: list[Wanted], only: Only | None, store: Store, earlier: HandedIn
) -> list[Wanted]:
    """What is to be graded now."""
    if only is Only.FAULTS:
        faults = store.keys(faults=True)
        return [each for each in wanted if each.key in faults]
    have = store.keys(faults=False)  # where tfmdrill failed, nothing was graded
    missing = [each for each in wanted if each.key not in have]
    if only is Only.LATE:
        return [each for each in missing if each.attempt.late_units]
    if only is Only.CHANGED:
        before = {(s, match.problem) for match in earlier.matches for s in match.students}
        return [each for each in missing if (each.student.key, _slug(each)) in before]
    return missing


def _slug(wanted: Wanted) -> str:
    return wanted.attempt.match.problem


def demand_same(store: Store, terms: Terms, out: Path) -> None:
    """Raises UsageError where earlier verdicts depend on something else than new ones would."""
    before = store.terms
    if before is None or not store.keys():
        return
    pins, earlier = dict(terms.problems), dict(before.problems)
    other = [slug for slug in pins if slug in earlier and pins[slug] != earlier[slug]]
    if before.engine != terms.engine:
        what = f"another tfmdrill ({before.engine}, now {terms.engine})"
    elif before.seed != terms.seed:
        what = f"another seed ({before.seed}, now {terms.seed})"
    elif before.limit_scale != terms.limit_scale:
        what = f"another limit_scale ({before.limit_scale:g}, now {terms.limit_scale:g})"
    elif other:
        what = f"another version of {', '.join(other)}"
    else:
        return
    raise UsageError(
        f"{out} was graded with {what}: `tfmdrill course regrade` shows which scores would "
        "change, and changes them"
    )
