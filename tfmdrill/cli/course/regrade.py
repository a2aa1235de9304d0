"""`tfmdrill course regrade`: what would change, and then the change."""

from pathlib import Path

import click

from tfmdrill.cli.course.options import (
    agreed,
    course_option,
    names_option,
    out_folder,
    out_option,
    scheduler_option,
    tier_option,
)
from tfmdrill.cli.options import examples, jobs_option, json_option
from tfmdrill.errors import ExitCode
from tfmdrill.model.course import ScoreChange
from tfmdrill.model.report import Tier


@click.command(
    "regrade",
    epilog=examples(
        "tfmdrill course regrade",
        "tfmdrill course regrade --waive rope:gradient",
        "tfmdrill course regrade --count gradient --yes",
    ),
)
@click.option("--waive", multiple=True, metavar="CHECK", help="A check that no longer counts.")
@click.option(
    "--count", "again", multiple=True, metavar="CHECK", help="A waived check that counts again."
)
@click.option("--yes", is_flag=True, help="Change the scores without asking.")
@course_option
@out_option
@jobs_option
@scheduler_option
@tier_option
@names_option
@json_option
@click.pass_context
def command(
    context: click.Context,
    waive: tuple[str, ...],
    again: tuple[str, ...],
    yes: bool,
    file: Path,
    out: Path | None,
    jobs: int | None,
    scheduler: str,
    allow_tier: Tier | None,
    names: bool,
    as_json: bool,
) -> None:
    """Grade everything under tfmdrill, problems and course.toml as they are now.

    Shows first which scores would change, and by which checks. CHECK is a check's id, or a pattern
    as 'edge-*', alone or as problem:check.
    """
    from tfmdrill.course.grading import HowToGrade
    from tfmdrill.course.regrading import regrade_class
    from tfmdrill.course.settings import read_course
    from tfmdrill.render.console import open_console
    from tfmdrill.render.course import grading_shown, print_changes, print_regraded
    from tfmdrill.render.course_document import changes_json
    from tfmdrill.render.notices import print_document

    course = read_course(file)
    console = open_console(stderr=as_json)
    where = out_folder(course, out)
    answer: bool | None = True
    shown: tuple[ScoreChange, ...] = ()
    with grading_shown() as told:

        def agree(changes: tuple[ScoreChange, ...]) -> bool:
            nonlocal answer, shown
            told.close()
            shown = changes
            ask = bool(changes) and not yes
            if ask or not as_json:
                print_changes(changes, course, names=names, console=console)
            if ask:
                answer = agreed("Change these scores?")
            return bool(answer)

        done = regrade_class(
            course,
            where,
            HowToGrade(jobs or 0, scheduler, allow_tier, names),
            waive=waive,
            count_again=again,
            agree=agree,
            told=told,
        )
    if not as_json or not done:
        print_regraded(where, done=done, asked=answer is not None, console=console)
    if as_json:
        print_document(changes_json(shown, course, done=done, names=names))
    context.exit(ExitCode.PASSED if done else ExitCode.FAILED)
