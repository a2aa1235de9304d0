"""`tfmdrill new`: the file to start from."""

from pathlib import Path

import click

from tfmdrill.catalogue import active_packs, find_problem
from tfmdrill.cli.clock import now
from tfmdrill.cli.options import (
    complete_variant,
    examples,
    framework_option,
    pack_option,
    slug_argument,
)
from tfmdrill.cli.remembering import remembered
from tfmdrill.model.pack import Framework

ANY = ""  # the value of `--variant` alone


@click.command(
    "new",
    epilog=examples(
        "tfmdrill new attention-masks",
        "tfmdrill new attention-masks --framework numpy",
        "tfmdrill new attention-masks --review",
        "tfmdrill new rope --variant half-split",
        "tfmdrill new rope --variant",
    ),
)
@slug_argument()
@framework_option
@click.option(
    "--variant",
    is_flag=False,
    flag_value=ANY,
    metavar="[NAME]",
    shell_complete=complete_variant,
    help="Another convention, so that a memorised answer fails; without NAME one is chosen.",
)
@click.option(
    "--review", is_flag=True, help="A fresh stub; your earlier file is kept beside it by date."
)
@click.option(
    "--force", is_flag=True, help="Write over an existing file; it is kept beside it as a backup."
)
@pack_option
def command(
    slug: str,
    framework: Framework | None,
    variant: str | None,
    review: bool,
    force: bool,
    packs: tuple[Path, ...],
) -> None:
    """Write the stub of a problem into this folder.

    The time that you take counts from here. `tfmdrill show SLUG` lists a problem's variants.
    """
    from tfmdrill.practice.starting import choose_variant, start_problem, start_review
    from tfmdrill.render.console import open_console
    from tfmdrill.render.notices import print_new

    active = active_packs(packs)
    with remembered() as records:
        problem = find_problem(slug, active)
        if variant is not None:
            problem = find_problem(choose_variant(problem, variant, records), active)
        if review:
            written = start_review(problem, framework, Path(), records, now())
        else:
            written = start_problem(problem, framework, Path(), records, now(), force=force)
        print_new(written, problem.name, problem.convention, console=open_console())
