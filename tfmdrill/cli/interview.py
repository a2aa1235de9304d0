"""`tfmdrill interview`: a mock interview against the clock."""

from pathlib import Path

import click

from tfmdrill.cli.options import (
    examples,
    framework_option,
    json_option,
    pack_option,
    plain_option,
    runs_alone,
    server_option,
)
from tfmdrill.model.interview import LENGTHS
from tfmdrill.model.pack import Difficulty, Framework, Topic


def _topics(
    _context: click.Context, _option: click.Parameter, value: str | None
) -> tuple[Topic, ...]:
    names = [name.strip() for name in (value or "").split(",") if name.strip()]
    known = [topic.value for topic in Topic]
    for name in names:
        if name not in known:
            raise click.BadParameter(f"{name!r} is no topic; there are {', '.join(known)}.")
    return tuple(dict.fromkeys(Topic(name) for name in names))


@click.group(
    "interview",
    invoke_without_command=True,
    epilog=examples(
        "tfmdrill interview --minutes 45 --level medium",
        "tfmdrill interview --topics attention,decoding --seed 7",
        "tfmdrill interview show 3 --html scorecard.html",
    ),
)
@click.option(
    "--minutes",
    type=click.Choice([str(length) for length in LENGTHS]),
    default="30",
    show_default=True,
    help="How long it takes.",
)
@click.option(
    "--level", type=click.Choice([d.value for d in Difficulty]), help="Without it, all levels."
)
@click.option(
    "--topics", metavar="TOPIC,...", callback=_topics, help="Only these; without it, all."
)
@click.option("--seed", type=click.IntRange(min=0), help="The same seed gives the same interview.")
@framework_option
@plain_option
@server_option
@pack_option
@click.pass_context
def command(
    context: click.Context,
    minutes: str,
    level: str | None,
    topics: tuple[Topic, ...],
    seed: int | None,
    framework: Framework | None,
    plain: bool,
    keep_warm: bool,
    packs: tuple[Path, ...],
) -> None:
    """Hold a mock interview: problems, hidden edge cases, follow-ups, a scorecard.

    The clock is wall time from the start, without a pause; an interview whose terminal was closed
    is taken up again with `resume`, and the clock has run on.
    """
    if not runs_alone(context):
        return
    from tfmdrill.cli.interviewing import hold_new, manner_of
    from tfmdrill.interview.plan import setting_of

    setting = setting_of(int(minutes), level, topics, seed, framework)
    context.exit(hold_new(setting, manner_of(plain=plain, keep_warm=keep_warm, packs=packs)))


@command.command("resume", epilog=examples("tfmdrill interview resume"))
@plain_option
@server_option
@pack_option
@click.pass_context
def resume(context: click.Context, plain: bool, keep_warm: bool, packs: tuple[Path, ...]) -> None:
    """Go on with the interview that isn't over; its clock has run on."""
    from tfmdrill.cli.interviewing import hold_again, manner_of

    context.exit(hold_again(manner_of(plain=plain, keep_warm=keep_warm, packs=packs)))


@command.command("list", epilog=examples("tfmdrill interview list"))
@json_option
@plain_option
def list_interviews(as_json: bool, plain: bool) -> None:
    """List the interviews so far."""
    from tfmdrill.cli.interviewing import list_all

    list_all(as_json=as_json, plain=plain)


@command.command("show", epilog=examples("tfmdrill interview show 3 --html scorecard.html"))
@click.argument("number", type=click.IntRange(min=1), metavar="ID")
@json_option
@click.option(
    "--html",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the scorecard as a page of one file.",
)
@click.option("--force", is_flag=True, help="Write over FILE; the old one stays as a backup.")
@plain_option
def show(number: int, as_json: bool, html: Path | None, force: bool, plain: bool) -> None:
    """Show the scorecard of an interview; `interview list` tells its ID."""
    from tfmdrill.cli.interviewing import show_one

    show_one(number, as_json=as_json, html=html, force=force, plain=plain)
