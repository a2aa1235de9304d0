"""`tfmdrill new`: the file to start from."""

from pathlib import Path

import click

from tfmdrill.catalogue import active_packs, find_problem
from tfmdrill.cli.options import examples, framework_option, pack_option, slug_argument
from tfmdrill.model.pack import Framework


@click.command(
    "new",
    epilog=examples(
        "tfmdrill new attention-masks", "tfmdrill new attention-masks --framework numpy"
    ),
)
@slug_argument()
@framework_option
@click.option(
    "--force", is_flag=True, help="Write over an existing file; it is kept beside it as a backup."
)
@pack_option
def command(slug: str, framework: Framework | None, force: bool, packs: tuple[Path, ...]) -> None:
    """Write the stub of a problem into this folder."""
    from tfmdrill.practice.workspace import starting_framework, write_stub
    from tfmdrill.render.console import open_console
    from tfmdrill.render.notices import print_new

    problem = find_problem(slug, active_packs(packs))
    chosen = framework or starting_framework(problem)
    written = write_stub(problem, chosen, Path(), force=force)
    print_new(written, slug, console=open_console())
