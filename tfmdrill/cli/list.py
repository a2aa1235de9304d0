"""`tfmdrill list`: every problem, and how far this person has come with it."""

from collections.abc import Sequence
from pathlib import Path

import click

from tfmdrill.cli.options import examples, json_option, pack_option, plain_option
from tfmdrill.cli.remembering import remembered
from tfmdrill.model.listing import Listed, Status
from tfmdrill.model.pack import Topic
from tfmdrill.practice.progress import listed_problems


@click.command(
    "list", epilog=examples("tfmdrill list --topic attention", "tfmdrill list --status new")
)
@click.option("--topic", type=click.Choice([t.value for t in Topic]), help="Only this topic.")
@click.option("--status", type=click.Choice([s.value for s in Status]), help="Only this status.")
@json_option
@plain_option
@pack_option
def command(
    topic: str | None, status: str | None, as_json: bool, plain: bool, packs: tuple[Path, ...]
) -> None:
    """List the problems, with what you have passed."""
    with remembered() as memory:
        listed = [
            item
            for item in listed_problems(memory, packs)
            if topic in (None, item.problem.topic) and status in (None, item.status)
        ]
        _show(listed, as_json, plain)


def _show(listed: Sequence[Listed], as_json: bool, plain: bool) -> None:
    if as_json:
        from tfmdrill.render.document import list_json
        from tfmdrill.render.notices import print_document

        print_document(list_json(listed))
        return
    from tfmdrill.render.console import open_console
    from tfmdrill.render.problems import print_list

    print_list(listed, console=open_console(plain=plain), plain=plain)
