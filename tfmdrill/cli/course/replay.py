"""`tfmdrill course replay`: one student's files graded again before your eyes."""

from pathlib import Path

import click

from tfmdrill.cli.course.options import (
    course_option,
    names_option,
    out_folder,
    out_option,
    tier_option,
)
from tfmdrill.cli.options import complete_slug, examples, json_option
from tfmdrill.model.report import Tier


@click.command(
    "replay",
    epilog=examples(
        "tfmdrill course replay ada@example.org",
        'tfmdrill course replay "student 3f9a1c" --problem rope',
    ),
)
@click.argument("student")
@click.option("--problem", metavar="SLUG", default="", shell_complete=complete_slug)
@course_option
@out_option
@tier_option
@names_option
@json_option
def command(
    student: str,
    problem: str,
    file: Path,
    out: Path | None,
    allow_tier: Tier | None,
    names: bool,
    as_json: bool,
) -> None:
    """Grade STUDENT's files once more and show everything, hidden checks too. Nothing is kept."""
    from tfmdrill.course.decisions import replay
    from tfmdrill.course.settings import read_course
    from tfmdrill.render.console import open_console
    from tfmdrill.render.course import print_replayed, working
    from tfmdrill.render.document import report_json
    from tfmdrill.render.notices import print_document

    course = read_course(file)
    with working("Grading again ..."):
        found = replay(course, out_folder(course, out), student, problem, allow_tier)
    if as_json:
        print_document(report_json([each.report for each in found]))
    else:
        print_replayed(found, names=names, console=open_console())
