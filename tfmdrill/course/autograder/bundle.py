"""The zip that the instructor uploads: for Gradescope, or for GitHub."""

import json
import secrets
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from tfmdrill.catalogue import active_packs
from tfmdrill.catalogue.packs import BUILT_IN
from tfmdrill.catalogue.resources import fill_template
from tfmdrill.course.autograder.pins import constraints
from tfmdrill.course.autograder.wheel import Entry, archive, files_below, wheel_of_this
from tfmdrill.course.pins import problem_hash
from tfmdrill.course.settings import course_problems, demand_pins, read_course
from tfmdrill.errors import UsageError
from tfmdrill.model.course import Course, CourseProblem
from tfmdrill.model.pack import Pack
from tfmdrill.model.problem import Framework

PRIVATE = "private"  # what no student may read; its mode is closed by setup.sh
POINTS = 10.0
HIDDEN = ("property-*",)  # as `course init` has it
SEEDS = 1_000_000
NO_KEY = "0" * 32  # nobody is called by a pseudonym in there


def course_for(file: Path, slugs: Sequence[str], packs: Sequence[Path]) -> Course:
    """The course of the file with these of its problems, or all; without a file, one that sets
    them for as many points each.

    Raises UsageError for a problem that isn't known or isn't set, and where nothing says which.
    """
    if file.is_file():
        if packs:
            raise UsageError(f"{file} names its packs itself: put {packs[0]} into it, drop --pack")
        course = read_course(file)
        demand_pins(course)
        unset = [slug for slug in slugs if slug not in {p.slug for p in course.problems}]
        if unset:
            raise UsageError(f"{file} doesn't set {', '.join(unset)}")
        kept = tuple(p for p in course.problems if not slugs or p.slug in slugs)
        return replace(course, problems=kept)
    if not slugs:
        raise UsageError(
            f"there is no {file}: name the problems (--problems rope), or the course's file "
            "(--course)"
        )
    problems = tuple(CourseProblem(s, "", POINTS, hidden=HIDDEN) for s in dict.fromkeys(slugs))
    folders = tuple(pack.expanduser().resolve() for pack in packs)
    course = Course("tfmdrill", file, problems, secrets.randbelow(SEEDS), NO_KEY, packs=folders)
    pins = {slug: problem_hash(problem) for slug, problem in course_problems(course).items()}
    return replace(course, problems=tuple(replace(p, pin=pins[p.slug]) for p in problems))


def gradescope_zip(course: Course) -> bytes:
    """The autograder as Gradescope unpacks it into /autograder/source."""
    return archive([*_grader(course), _filled("README.md", "gradescope.md.jinja", course=course)])


def github_zip(course: Course) -> bytes:
    """Two folders: what goes into the template repository of the assignment, and what goes into
    the private repository that the workflow grades with."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    workflow = ".github/workflows/tfmdrill.yml"
    return archive(
        [
            _filled("README.md", "github.md.jinja", course=course),
            _filled(f"for-students/{workflow}", "workflow.yml.jinja", python=python),
            *(replace(entry, place=f"grader/{entry.place}") for entry in _grader(course)),
        ]
    )


def _grader(course: Course) -> Iterator[Entry]:
    packs = {pack: _slugs_of(pack, course) for pack in active_packs(course.packs)}
    used = {pack: slugs for pack, slugs in packs.items() if slugs}
    built_in = [slug for pack, slugs in used.items() if pack.name == BUILT_IN for slug in slugs]
    extras = ("torch",) if _needs_torch(course) else ()
    wheel = wheel_of_this(built_in)
    yield _filled("setup.sh", "setup.sh.jinja", wheel=wheel.place, extras=extras, executable=True)
    yield _filled("run_autograder", "run_autograder.jinja", executable=True)
    yield replace(wheel, place=f"{PRIVATE}/{wheel.place}")
    yield Entry(f"{PRIVATE}/constraints.txt", constraints(extras).encode())
    yield _filled(f"{PRIVATE}/not_graded.json", "not_graded.json.jinja")
    others = [pack for pack in used if pack.name != BUILT_IN]
    places = [f"packs/{number}" for number, _ in enumerate(others)]
    yield Entry(f"{PRIVATE}/course.toml", _course_toml(course, places).encode())
    for place, pack in zip(places, others, strict=True):
        yield from _pack(f"{PRIVATE}/{place}", pack, used[pack])


def _slugs_of(pack: Pack, course: Course) -> tuple[str, ...]:
    return tuple(p.slug for p in course.problems if p.slug in pack.slugs)


def _needs_torch(course: Course) -> bool:
    return any(Framework.TORCH in p.frameworks for p in course_problems(course).values())


def _pack(place: str, pack: Pack, slugs: Sequence[str]) -> Iterator[Entry]:
    for slug in slugs:
        for half, folder in (("problems", pack.problems_dir), ("graders", pack.graders_dir)):
            for inner, data in files_below(folder / slug):
                yield Entry(f"{place}/{half}/{slug}/{inner}", data)


def _course_toml(course: Course, packs: Sequence[str]) -> str:
    """What grading one file depends on; no roster, key, extension or date goes into a container
    that students' code runs in."""
    return fill_template(
        "autograder/course.toml.jinja", course=course, packs=packs, key=NO_KEY, toml=json.dumps
    )


def _filled(place: str, template: str, *, executable: bool = False, **values: object) -> Entry:
    text = fill_template(f"autograder/{template}", **values)
    return Entry(place, text.encode(), executable)
