"""`tfmdrill course forget`: nothing of a student stays."""

from pathlib import Path

import click

from tfmdrill.cli.course.options import (
    agreed,
    course_option,
    names_option,
    out_folder,
    out_option,
)
from tfmdrill.cli.options import examples
from tfmdrill.errors import ExitCode


@click.command("forget", epilog=examples("tfmdrill course forget ada@example.org"))
@click.argument("student")
@click.option("--yes", is_flag=True, help="Delete without asking.")
@course_option
@out_option
@names_option
@click.pass_context
def command(
    context: click.Context, student: str, yes: bool, file: Path, out: Path | None, names: bool
) -> None:
    """Delete STUDENT's files, verdicts and scores, and write the outputs without them."""
    from tfmdrill.course.decisions import forget
    from tfmdrill.course.settings import read_course
    from tfmdrill.render.console import open_console
    from tfmdrill.render.course import print_forgotten, print_not_forgotten

    course = read_course(file)
    where = out_folder(course, out)
    answer = yes or agreed("Delete everything that is kept of this student?")
    if not answer:
        print_not_forgotten(asked=answer is not None, console=open_console())
        context.exit(ExitCode.FAILED)
    print_forgotten(forget(course, where, student), where, names=names, console=open_console())
