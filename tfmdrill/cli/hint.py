"""`tfmdrill hint`: the idea, then the shapes, then the steps."""

from pathlib import Path

import click

from tfmdrill.catalogue import active_packs, find_problem
from tfmdrill.cli.clock import now
from tfmdrill.cli.options import examples, pack_option, plain_option, slug_argument
from tfmdrill.cli.remembering import remembered
from tfmdrill.interview.beside import refuse_beside, running


@click.command("hint", epilog=examples("tfmdrill hint", "tfmdrill hint attention-masks --level 1"))
@slug_argument(required=False)
@click.option("--level", type=click.IntRange(1, 3), help="1 the idea, 2 the shapes, 3 the steps.")
@plain_option
@pack_option
def command(slug: str | None, level: int | None, plain: bool, packs: tuple[Path, ...]) -> None:
    """Give a hint: each time the next of three.

    Without SLUG: the one problem that is answered in this folder.
    """
    from tfmdrill.practice.assistance import take_hint
    from tfmdrill.practice.workspace import slug_here
    from tfmdrill.render.console import open_console
    from tfmdrill.render.problems import print_hint

    problem = find_problem(slug_here(slug, Path()), active_packs(packs))
    with remembered() as records:
        instead = "take a hint there, where it says what it costs: h"
        refuse_beside(problem.slug, running(records.database, now()), instead)
        taken, text = take_hint(problem, records, level, now())
        print_hint(problem, taken, text, console=open_console(plain=plain), plain=plain)
