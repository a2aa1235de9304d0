"""`tfmdrill verify`: whether a problem's verdicts can be trusted, measured."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tfmdrill.catalogue import active_packs, all_problems, find_problem, variants_of
from tfmdrill.cli.options import (
    complete_slug,
    examples,
    jobs_option,
    json_option,
    pack_option,
    plain_option,
)
from tfmdrill.config import own_cores
from tfmdrill.errors import ExitCode
from tfmdrill.model.pack import Pack

if TYPE_CHECKING:
    from tfmdrill.model.problem import Problem


@click.command(
    "verify",
    epilog=examples(
        "tfmdrill verify",
        "tfmdrill verify rope --details",
        "tfmdrill verify rope:half-split",
        "tfmdrill verify --new sliding-window-attention",
    ),
)
@click.argument("slugs", nargs=-1, metavar="[SLUG]...", shell_complete=complete_slug)
@click.option(
    "--details",
    is_flag=True,
    help="Show the accepted mutants, and the pairs of bugs that weren't named.",
)
@click.option("--new", metavar="SLUG", help="Write the files of a new problem into this pack.")
@jobs_option
@json_option
@plain_option
@pack_option
@click.pass_context
def command(
    context: click.Context,
    slugs: tuple[str, ...],
    details: bool,
    new: str | None,
    jobs: int | None,
    as_json: bool,
    plain: bool,
    packs: tuple[Path, ...],
) -> None:
    """Measure whether a problem's verdicts can be trusted.

    Right answers must pass, and every listed mistake must fail under its own name.

    A problem's variants are measured with it; SLUG:VARIANT is one alone. Without SLUG: every
    problem.
    """
    if new is not None:
        _start(new)
        return
    active = active_packs(packs)
    named = [find_problem(s, active) for s in slugs] or all_problems(active)
    problems = [form for each in named for form in (each, *_variants(each, active))]

    from tfmdrill.render.verification import print_verify, progress_shown
    from tfmdrill.verify import verify_problems

    with progress_shown(len(problems)) as told:
        verification = verify_problems(problems, jobs=jobs or own_cores(), told=told)
    if as_json:
        from tfmdrill.render.document import verify_json
        from tfmdrill.render.notices import print_document

        print_document(verify_json(verification))
    else:
        from tfmdrill.render.console import open_console

        print_verify(verification, console=open_console(plain=plain), plain=plain, details=details)
    context.exit(ExitCode.PASSED if verification.trusted else ExitCode.FAILED)


def _variants(problem: "Problem", packs: Sequence[Pack]) -> "tuple[Problem, ...]":
    return () if problem.variant else variants_of(problem, packs)


def _start(slug: str) -> None:
    """Scaffold a problem in the current folder's pack."""
    from tfmdrill.render.console import open_console
    from tfmdrill.render.notices import print_scaffold
    from tfmdrill.verify.scaffold import scaffold

    print_scaffold(scaffold(slug, Path()), slug, console=open_console())
