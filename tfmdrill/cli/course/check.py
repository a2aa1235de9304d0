"""`tfmdrill course check`: whether the course can be released, tried on this machine."""

from pathlib import Path

import click

from tfmdrill.cli.course.options import course_option, tier_option
from tfmdrill.cli.options import examples, json_option
from tfmdrill.errors import ExitCode
from tfmdrill.model.report import Tier


@click.command("check", epilog=examples("tfmdrill course check", "tfmdrill course check --repin"))
@course_option
@click.option("--repin", is_flag=True, help="Take the problems as they are now for the course's.")
@tier_option
@json_option
@click.pass_context
def command(
    context: click.Context, file: Path, repin: bool, allow_tier: Tier | None, as_json: bool
) -> None:
    """Grade the model answers, the stubs and a file that never ends, before the class does."""
    from tfmdrill.course.checking import check_course
    from tfmdrill.render.console import open_console
    from tfmdrill.render.course import print_check, working
    from tfmdrill.render.course_document import check_json
    from tfmdrill.render.notices import print_document

    with working("Grading what the outcome of is known ..."):
        found = check_course(file, repin=repin, allow_tier=allow_tier)
    if as_json:
        print_document(check_json(found))
    else:
        print_check(found, console=open_console())
    context.exit(ExitCode.PASSED if found.ready else ExitCode.FAILED)
