"""`tfmdrill list`: every problem, and how far this person has come with it."""

from collections.abc import Sequence
from pathlib import Path

import click

from tfmdrill.cli.options import examples, json_option, pack_option, plain_option
from tfmdrill.cli.remembering import remembered
from tfmdrill.model.listing import Listed, Status
from tfmdrill.model.pack import Difficulty, Topic
from tfmdrill.progress.listing import listed_problems


@click.command(
    "list",
    epilog=examples(
        "tfmdrill list mask",
        "tfmdrill list --topic attention --level easy",
        "tfmdrill list --status new",
    ),
)
@click.argument("words", nargs=-1, metavar="[WORD]...")
@click.option("--topic", type=click.Choice([t.value for t in Topic]), help="Only this topic.")
@click.option("--status", type=click.Choice([s.value for s in Status]), help="Only this status.")
@click.option("--level", type=click.Choice([d.value for d in Difficulty]), help="Only this level.")
@json_option
@plain_option
@pack_option
def command(
    words: tuple[str, ...],
    topic: str | None,
    status: str | None,
    level: str | None,
    as_json: bool,
    plain: bool,
    packs: tuple[Path, ...],
) -> None:
    """List the problems in the order of learning, with what you have passed.

    With WORDs: those whose name, title or topic has each of them.
    """
    with remembered() as records:
        listed = [
            item
            for item in listed_problems(records, packs)
            if topic in (None, item.problem.topic)
            and status in (None, item.status)
            and level in (None, item.problem.difficulty)
            and item.problem.mentions(words)
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
