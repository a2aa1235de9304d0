"""`tfmdrill new`: the file to start from."""

from pathlib import Path

import click

from tfmdrill.catalogue import active_packs, find_problem
from tfmdrill.cli.clock import now
from tfmdrill.cli.options import examples, framework_option, pack_option, slug_argument
from tfmdrill.cli.remembering import remembered
from tfmdrill.model.pack import Framework


@click.command(
    "new",
    epilog=examples(
        "tfmdrill new attention-masks",
        "tfmdrill new attention-masks --framework numpy",
        "tfmdrill new attention-masks --review",
    ),
)
@slug_argument()
@framework_option
@click.option(
    "--review", is_flag=True, help="A fresh stub; your earlier file is kept beside it by date."
)
@click.option(
    "--force", is_flag=True, help="Write over an existing file; it is kept beside it as a backup."
)
@pack_option
def command(
    slug: str, framework: Framework | None, review: bool, force: bool, packs: tuple[Path, ...]
) -> None:
    """Write the stub of a problem into this folder.

    The time that you take counts from here.
    """
    from tfmdrill.practice.starting import start_problem, start_review
    from tfmdrill.render.console import open_console
    from tfmdrill.render.notices import print_new

    problem = find_problem(slug, active_packs(packs))
    with remembered() as records:
        if review:
            written = start_review(problem, framework, Path(), records, now())
        else:
            written = start_problem(problem, framework, Path(), records, now(), force=force)
        print_new(written, slug, console=open_console())
