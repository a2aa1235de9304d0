"""`tfmdrill next`: today's plan."""

from pathlib import Path

import click

from tfmdrill.cli.clock import now
from tfmdrill.cli.options import (
    examples,
    framework_option,
    json_option,
    pack_option,
    plain_option,
)
from tfmdrill.cli.remembering import remembered
from tfmdrill.model.pack import Framework
from tfmdrill.model.plan import Plan
from tfmdrill.progress.plan import make_plan


@click.command("next", epilog=examples("tfmdrill next", "tfmdrill next --start"))
@click.option("--start", is_flag=True, help="Write the stub of the first problem of the plan.")
@framework_option
@json_option
@plain_option
@pack_option
def command(
    start: bool,
    framework: Framework | None,
    as_json: bool,
    plain: bool,
    packs: tuple[Path, ...],
) -> None:
    """Show today's plan: what is due for a review, then the next new problem.

    A passed problem comes back when you are about to forget it, soon after a hard pass and late
    after an easy one. Topics in which reviews go badly come sooner.
    """
    with remembered() as records:
        at = now()
        plan = make_plan(records, packs, at)
        if not start:
            show_plan(plan, as_json=as_json, plain=plain)
            return
        from tfmdrill.practice.planning import start_planned
        from tfmdrill.render.console import open_console
        from tfmdrill.render.notices import print_new

        planned, written = start_planned(plan, framework, Path(), records, packs, at)
        print_new(written, planned.name, console=open_console(plain=plain))


def show_plan(plan: Plan, *, as_json: bool = False, plain: bool = False) -> None:
    """The plan on standard output."""
    from tfmdrill.render.console import open_console
    from tfmdrill.render.notices import print_document
    from tfmdrill.render.plan import plan_json, print_plan

    if as_json:
        print_document(plan_json(plan))
    else:
        print_plan(plan, console=open_console(plain=plain), plain=plain)
