"""`tfmdrill course override`: the instructor's own score."""

from pathlib import Path

import click

from tfmdrill.cli.course.options import course_option, names_option, out_folder, out_option
from tfmdrill.cli.options import examples, json_option


@click.command(
    "override",
    epilog=examples(
        'tfmdrill course override ada@example.org rope 8 --reason "shown in the lab"',
        "tfmdrill course override ada@example.org rope --drop",
    ),
)
@click.argument("student")
@click.argument("problem")
@click.argument("score", type=float, required=False)
@click.option("--reason", default="", help="Why; the student reads it, too.")
@click.option("--drop", is_flag=True, help="Take an earlier word back.")
@course_option
@out_option
@names_option
@json_option
def command(
    student: str,
    problem: str,
    score: float | None,
    reason: str,
    drop: bool,
    file: Path,
    out: Path | None,
    names: bool,
    as_json: bool,
) -> None:
    """Give STUDENT your own SCORE in points for PROBLEM; it stays through every regrade."""
    from tfmdrill.course.decisions import override_score
    from tfmdrill.course.settings import read_course
    from tfmdrill.render.console import open_console
    from tfmdrill.render.course import print_override
    from tfmdrill.render.course_document import override_json
    from tfmdrill.render.notices import print_document

    if drop == (score is not None):
        raise click.UsageError("give a score, or --drop")
    course = read_course(file)
    where = out_folder(course, out)
    who, override = override_score(course, where, student, problem, score, reason)
    if as_json:
        print_document(override_json(who, problem, override, names=names))
        return
    worth = course.problem(problem).points
    print_override(who, problem, override, worth, names=names, console=open_console())
