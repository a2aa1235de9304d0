"""Options that several commands of a course take."""

from pathlib import Path

import click

from tfmdrill.course.settings import FILE
from tfmdrill.model.course import Course
from tfmdrill.model.report import Tier

OUT = "grades"

course_option = click.option(
    "--course",
    "file",
    type=click.Path(path_type=Path),
    default=Path(FILE),
    show_default=True,
    help="The course's file.",
)
out_option = click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    help=f"Where grades go and are kept.  [default: {OUT}/ beside course.toml]",
)
scheduler_option = click.option(
    "--scheduler",
    metavar="ADDRESS",
    default="",
    help="Grade on the Dask cluster at tcp://... or tls://... instead of on this machine.",
)
names_option = click.option("--names", is_flag=True, help="Names instead of pseudonyms.")
tier_option = click.option(
    "--allow-tier",
    type=click.Choice([t.value for t in Tier]),
    callback=lambda _context, _option, value: Tier(value) if value else None,
    help="Grade under this isolation, though the course demands more.",
)


def agreed(question: str) -> bool | None:
    """What is answered to the question, which goes to standard error; None where standard input
    has ended, and nobody is there to ask."""
    try:
        return click.confirm(question, err=True)
    except click.Abort as error:
        if isinstance(error.__context__, EOFError):  # else it was Ctrl-C
            click.echo(err=True)
            return None
        raise


def out_folder(course: Course, out: Path | None) -> Path:
    """The folder given, else the one beside course.toml."""
    return out if out is not None else course.file.parent / OUT
