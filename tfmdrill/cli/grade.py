"""`tfmdrill grade`: the verdict on one or several files."""

from collections.abc import Sequence
from pathlib import Path

import click

from tfmdrill.cli.clock import now
from tfmdrill.cli.options import (
    complete_slug,
    examples,
    framework_option,
    json_option,
    pack_option,
    plain_option,
    server_option,
)
from tfmdrill.cli.remembering import remembered
from tfmdrill.interview.beside import running, seen_beside
from tfmdrill.model.pack import Framework
from tfmdrill.model.report import Report, Tier
from tfmdrill.practice.grade import (
    FilesToGrade,
    Submitted,
    exit_code,
    grade_files,
    submitted_files,
)


@click.command(
    "grade",
    epilog=examples(
        "tfmdrill grade", "tfmdrill grade rope.py --all", "tfmdrill grade mine.py --problem rope"
    ),
)
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE]...")
@click.option(
    "--problem",
    metavar="SLUG",
    shell_complete=complete_slug,
    help="The problem, for a file whose first line doesn't say it.",
)
@framework_option
@click.option("--only", multiple=True, metavar="CHECK", help="Only this check, in full.")
@click.option(
    "--all", "all_checks", is_flag=True, help="Every failure in full, not just the first."
)
@click.option("--seed", type=click.IntRange(min=0), help="Draw the cases from this seed.")
@click.option("--repro", is_flag=True, help="Write a script with the failing input.")
@click.option("--compare", is_flag=True, help="After a pass: your code beside the model answer.")
@click.option(
    "--limit-scale",
    type=click.FloatRange(min=0, min_open=True, max=1000),
    default=1.0,
    help="Multiply every time limit, for a slow machine.",
)
@click.option(
    "--require-isolation",
    "require_tier",
    type=click.Choice([t.value for t in Tier]),
    callback=lambda _context, _option, value: Tier(value) if value else None,
    help="Refuse to grade where the isolation is weaker.",
)
@server_option
@json_option
@plain_option
@pack_option
@click.pass_context
def command(
    context: click.Context,
    files: tuple[Path, ...],
    problem: str | None,
    framework: Framework | None,
    only: tuple[str, ...],
    all_checks: bool,
    seed: int | None,
    repro: bool,
    compare: bool,
    limit_scale: float,
    require_tier: Tier | None,
    keep_warm: bool,
    as_json: bool,
    plain: bool,
    packs: tuple[Path, ...],
) -> None:
    """Grade your files and name the mistakes in them.

    Without FILE: every file in this folder whose first line names a problem.
    """
    request = FilesToGrade(
        files=files,
        problem=problem,
        framework=framework,
        only=only,
        seed=seed,
        limit_scale=limit_scale,
        require_tier=require_tier,
        compare=compare,
        packs=packs,
        keep_warm=keep_warm,
        debug=bool(context.find_root().params.get("debug")),
    )
    with remembered() as records:
        submitted = submitted_files(request)
        found = running(records.database, now())
        graded = grade_files(request, submitted, records, now(), _load_screen)
        reports = [seen_beside(report, found) for report in graded]
        _show(reports, as_json, plain, all_checks, only)
        if repro:
            _write_repros(submitted, reports, quiet=as_json)
    context.exit(exit_code(reports))


def _load_screen() -> None:
    """Import what shows a report: a tenth of a second that can pass while it is made."""
    import tfmdrill.render.console
    import tfmdrill.render.report  # noqa: F401


def _show(
    reports: Sequence[Report], as_json: bool, plain: bool, all_checks: bool, only: tuple[str, ...]
) -> None:
    if as_json:
        from tfmdrill.render.document import report_json
        from tfmdrill.render.notices import print_document

        print_document(report_json(reports))
        return
    from tfmdrill.render.console import open_console
    from tfmdrill.render.report import print_report, print_summary

    console = open_console(plain=plain)
    for report in reports:
        print_report(
            report,
            console=console,
            plain=plain,
            all_checks=all_checks,
            only=only,
        )
    if len(reports) > 1:
        print_summary(reports, console=console, plain=plain)


def _write_repros(
    submitted: Sequence[Submitted], reports: Sequence[Report], *, quiet: bool
) -> None:
    """A script a failing file; where they went is said unless the output is a document."""
    from tfmdrill.practice.repro import write_repro
    from tfmdrill.render.console import open_console
    from tfmdrill.render.notices import print_repro

    for item, report in zip(submitted, reports, strict=True):
        path = write_repro(item, report, Path())
        if not quiet:
            print_repro(path, console=open_console())
