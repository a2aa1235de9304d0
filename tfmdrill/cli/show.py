"""`tfmdrill show`: a problem's statement."""

from pathlib import Path

import click

from tfmdrill.catalogue import active_packs, find_problem, load_statement
from tfmdrill.cli.options import examples, pack_option, plain_option, slug_argument


@click.command("show", epilog=examples("tfmdrill show attention-masks"))
@slug_argument()
@plain_option
@pack_option
def command(slug: str, plain: bool, packs: tuple[Path, ...]) -> None:
    """Show what a problem asks."""
    from tfmdrill.render.console import open_console
    from tfmdrill.render.problems import print_statement

    problem = find_problem(slug, active_packs(packs))
    print_statement(
        problem, load_statement(problem), console=open_console(plain=plain), plain=plain
    )
