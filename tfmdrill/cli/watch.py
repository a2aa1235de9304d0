"""`tfmdrill watch`: a verdict with every save."""

from pathlib import Path

import click

from tfmdrill.cli.options import (
    complete_slug,
    examples,
    framework_option,
    pack_option,
    plain_option,
    server_option,
)
from tfmdrill.cli.remembering import remembered
from tfmdrill.model.problem import Framework


@click.command("watch", epilog=examples("tfmdrill watch", "tfmdrill watch rope.py"))
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE]...")
@click.option(
    "--problem",
    metavar="SLUG",
    shell_complete=complete_slug,
    help="The problem, for a file whose first line doesn't say it.",
)
@framework_option
@server_option
@plain_option
@pack_option
@click.pass_context
def command(
    context: click.Context,
    files: tuple[Path, ...],
    problem: str | None,
    framework: Framework | None,
    keep_warm: bool,
    plain: bool,
    packs: tuple[Path, ...],
) -> None:
    """Grade your files with every save.

    Without FILE: every file in this folder whose first line names a problem, new ones too. Keys:
    h a hint, s the statement, l the list, r run again, n the next problem after a pass, q quit.
    """
    from tfmdrill.cli.watching import keep_watching
    from tfmdrill.practice.grade import FilesToGrade

    request = FilesToGrade(
        files=files, problem=problem, framework=framework, packs=packs, keep_warm=keep_warm
    )
    with remembered() as records:
        code = keep_watching(request, records, plain=plain)
    context.exit(code)
