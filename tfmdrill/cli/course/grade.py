"""`tfmdrill course grade`: a class's submissions, graded."""

from pathlib import Path

import click

from tfmdrill.cli.course.options import (
    course_option,
    names_option,
    out_folder,
    out_option,
    scheduler_option,
    tier_option,
)
from tfmdrill.cli.options import examples, jobs_option, json_option
from tfmdrill.course.grading import HowToGrade, Only, grade_class
from tfmdrill.course.settings import read_course
from tfmdrill.errors import ExitCode
from tfmdrill.model.course import ClassGrades, GradeStatus
from tfmdrill.model.report import Tier


@click.command(
    "grade",
    epilog=examples(
        "tfmdrill course grade submissions.zip",
        "tfmdrill course grade submissions/ -o grades --jobs 8",
        "tfmdrill course grade submissions/ --only late",
    ),
)
@click.argument("submissions", type=click.Path(path_type=Path))
@course_option
@out_option
@jobs_option
@scheduler_option
@click.option(
    "--only",
    type=click.Choice([only.value for only in Only], case_sensitive=False),
    callback=lambda _context, _option, value: Only(value) if value else None,
    help="Grade now: late files, files that replace others, or those tfmdrill failed on.",
)
@tier_option
@names_option
@json_option
@click.pass_context
def command(
    context: click.Context,
    submissions: Path,
    file: Path,
    out: Path | None,
    jobs: int | None,
    scheduler: str,
    only: Only | None,
    allow_tier: Tier | None,
    names: bool,
    as_json: bool,
) -> None:
    """Grade SUBMISSIONS: a folder or zip, as Canvas, Moodle or Gradescope give it, or your own.

    Stopped at any moment, the same command goes on where it was.
    """
    from tfmdrill.render.course import grading_shown

    course = read_course(file)
    where = out_folder(course, out)
    how = HowToGrade(jobs or 0, scheduler, allow_tier, names)
    with grading_shown() as told:
        grades = grade_class(course, submissions, where, how, only=only, told=told)
    show_grades(grades, where, names=names, as_json=as_json)
    context.exit(exit_code(grades))


def show_grades(grades: ClassGrades, out: Path, *, names: bool, as_json: bool) -> None:
    """What came of the class, as a table or a document."""
    from tfmdrill.render.console import open_console
    from tfmdrill.render.course import print_grades
    from tfmdrill.render.course_document import grades_json
    from tfmdrill.render.notices import print_document

    if as_json:
        print_document(grades_json(grades, names=names))
    else:
        print_grades(grades, out, names=names, console=open_console())


def exit_code(grades: ClassGrades) -> ExitCode:
    """3 where tfmdrill failed on a file, 1 where a person has to look, as at a file of nobody that
    somebody may be missing, else 0: wrong answers are what a class hands in."""
    statuses = {grade.status for grade in grades.grades}
    if GradeStatus.REGRADE in statuses:
        return ExitCode.GRADER_FAULT
    stray = any(file.code and not file.students for file in grades.unmatched)
    if GradeStatus.UNMATCHED in statuses or (stray and GradeStatus.MISSING in statuses):
        return ExitCode.FAILED
    return ExitCode.PASSED
