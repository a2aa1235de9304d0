"""`tfmdrill course init`: a course.toml to start from."""

from pathlib import Path

import click

from tfmdrill.cli.options import complete_slug, examples, pack_option


@click.command(
    "init",
    epilog=examples("tfmdrill course init rope softmax", 'tfmdrill course init rope --name "NLP"'),
)
@click.argument("slugs", nargs=-1, metavar="SLUG...", shell_complete=complete_slug)
@click.option("--name", default="", help="The course's name.  [default: that of this folder]")
@click.option("--force", is_flag=True, help="Replace a course.toml; a backup of it stays.")
@pack_option
def command(slugs: tuple[str, ...], name: str, force: bool, packs: tuple[Path, ...]) -> None:
    """Write course.toml, with every key and what it means, for these problems."""
    from tfmdrill.course.starting import write_course
    from tfmdrill.render.console import open_console
    from tfmdrill.render.course import print_started

    written = write_course(slugs, Path(), name=name, packs=packs, force=force)
    print_started(written, console=open_console())
