"""`tfmdrill next`: the problem to take up next."""

from pathlib import Path

import click

from tfmdrill.cli.options import examples, pack_option
from tfmdrill.cli.remembering import remembered
from tfmdrill.practice.progress import listed_problems, next_problem


@click.command("next", epilog=examples("tfmdrill next"))
@pack_option
def command(packs: tuple[Path, ...]) -> None:
    """Say which problem to take up next.

    What it builds on comes first, then easy before hard.
    """
    from tfmdrill.render.console import open_console
    from tfmdrill.render.notices import print_next

    with remembered() as memory:
        print_next(next_problem(listed_problems(memory, packs)), console=open_console())
