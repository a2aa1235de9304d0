"""`tfmdrill solution`: the model answer, after a pass or for a person who gives up."""

from pathlib import Path

import click

from tfmdrill.catalogue import active_packs, find_problem
from tfmdrill.cli.clock import now
from tfmdrill.cli.options import (
    examples,
    framework_option,
    pack_option,
    plain_option,
    slug_argument,
)
from tfmdrill.cli.remembering import remembered
from tfmdrill.interview.beside import refuse_beside, running
from tfmdrill.model.pack import Framework


@click.command("solution", epilog=examples("tfmdrill solution attention-masks --give-up"))
@slug_argument(required=False)
@framework_option
@click.option("--give-up", is_flag=True, help="Show it although the problem isn't passed.")
@plain_option
@pack_option
def command(
    slug: str | None,
    framework: Framework | None,
    give_up: bool,
    plain: bool,
    packs: tuple[Path, ...],
) -> None:
    """Show the model answer, once you have passed.

    Without SLUG: the one problem that is answered in this folder.
    """
    from tfmdrill.practice.assistance import model_answer
    from tfmdrill.practice.workspace import slug_here
    from tfmdrill.render.console import open_console
    from tfmdrill.render.problems import print_solution

    problem = find_problem(slug_here(slug, Path()), active_packs(packs))
    with remembered() as records:
        instead = "its model answer is there when that is over"
        refuse_beside(problem.slug, running(records.database, now()), instead)
        path = model_answer(problem, framework, records, now(), folder=Path(), give_up=give_up)
        source = path.read_text(encoding="utf-8")
        print_solution(path.name, source, console=open_console(plain=plain), plain=plain)
