"""`tfmdrill reset`: a problem's file as it was at the start."""

from pathlib import Path

import click

from tfmdrill.catalogue import active_packs, find_problem
from tfmdrill.cli.clock import now
from tfmdrill.cli.options import examples, pack_option, slug_argument
from tfmdrill.cli.remembering import remembered


@click.command("reset", epilog=examples("tfmdrill reset attention-masks"))
@slug_argument(required=False)
@pack_option
def command(slug: str | None, packs: tuple[Path, ...]) -> None:
    """Start a problem again; your file becomes a backup.

    Without SLUG: the one problem that is answered in this folder.
    """
    from tfmdrill.practice.starting import reset_problem
    from tfmdrill.practice.workspace import answer_to, slug_here
    from tfmdrill.render.console import open_console
    from tfmdrill.render.notices import print_written

    problem = find_problem(slug_here(slug, Path()), active_packs(packs))
    with remembered() as records:
        written = reset_problem(answer_to(problem.name, Path()), problem, records, now())
        print_written(written, console=open_console())
