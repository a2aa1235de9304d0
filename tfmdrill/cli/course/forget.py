"""`tfmdrill course forget`: nothing of a student stays."""

from pathlib import Path

import click

from tfmdrill.cli.course.options import course_option, names_option, out_folder, out_option
from tfmdrill.cli.options import examples


@click.command("forget", epilog=examples("tfmdrill course forget ada@example.org"))
@click.argument("student")
@click.option("--yes", is_flag=True, help="Delete without asking.")
@course_option
@out_option
@names_option
def command(student: str, yes: bool, file: Path, out: Path | None, names: bool) -> None:
    """Delete STUDENT's files, verdicts and scores, and write the outputs without them."""
    from tfmdrill.course.decisions import forget
    from tfmdrill.course.settings import read_course
    from tfmdrill.render.console import open_console
    from tfmdrill.render.course import print_forgotten

    course = read_course(file)
    where = out_folder(course, out)
    if not yes:
        click.confirm("Delete everything that is kept of this student?", abort=True)
    print_forgotten(forget(course, where, student), where, names=names, console=open_console())
