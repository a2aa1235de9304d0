"""`tfmdrill progress`: how far a person has come, and the way to another machine."""

from pathlib import Path

import click

from tfmdrill.cli.clock import now
from tfmdrill.cli.options import examples, json_option, pack_option, plain_option, runs_alone
from tfmdrill.cli.remembering import remembered
from tfmdrill.interview.beside import running
from tfmdrill.progress.records import Records

force_option = click.option(
    "--force", is_flag=True, help="Write over an existing file; it is kept beside it as a backup."
)


@click.group(
    "progress",
    invoke_without_command=True,
    epilog=examples(
        "tfmdrill progress",
        "tfmdrill progress --html progress.html",
        "tfmdrill progress export laptop.json",
    ),
)
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="A line a grade instead.")
@click.option("--html", type=click.Path(path_type=Path), metavar="FILE", help="Write a page.")
@force_option
@plain_option
@pack_option
@click.pass_context
def command(
    context: click.Context,
    as_json: bool,
    as_csv: bool,
    html: Path | None,
    force: bool,
    plain: bool,
    packs: tuple[Path, ...],
) -> None:
    """Show what you passed, what you remember, and the mistakes that you make most often."""
    if not runs_alone(context):
        return
    if sum((as_json, as_csv, html is not None)) > 1:
        raise click.UsageError("--json, --csv and --html exclude each other: give one", context)
    with remembered() as records:
        if html is not None:
            _write_page(records, html, packs, force=force)
        else:
            _show(records, packs, as_json=as_json, as_csv=as_csv, plain=plain)


def _show(
    records: Records, packs: tuple[Path, ...], *, as_json: bool, as_csv: bool, plain: bool
) -> None:
    from tfmdrill.progress.summary import summarise, untold
    from tfmdrill.render.console import open_console
    from tfmdrill.render.notices import print_document
    from tfmdrill.render.progress import grades_csv, print_progress, progress_json

    found = running(records.database, now())
    if as_csv:
        print_document(grades_csv([untold(attempt, found) for attempt in records.attempts()]))
        return
    progress = summarise(records, packs, now(), found)
    if as_json:
        print_document(progress_json(progress))
    else:
        print_progress(progress, console=open_console(plain=plain), plain=plain)


def _write_page(records: Records, path: Path, packs: tuple[Path, ...], *, force: bool) -> None:
    from tfmdrill.practice.files import write_document
    from tfmdrill.progress.summary import summarise
    from tfmdrill.render.console import open_console
    from tfmdrill.render.notices import print_written
    from tfmdrill.render.progress_page import MARK, progress_page

    found = running(records.database, now())
    page = progress_page(summarise(records, packs, now(), found))
    print_written(write_document(path, page, force=force, ours=MARK), console=open_console())


@command.command("export", epilog=examples("tfmdrill progress export laptop.json"))
@click.argument("file", type=click.Path(path_type=Path))
@force_option
def export_command(file: Path, force: bool) -> None:
    """Write everything that is remembered into FILE, for another machine.

    Grades, hints, reviews, and the interviews that are over; no file of yours is in it.
    """
    from tfmdrill.practice.files import write_document
    from tfmdrill.progress.transfer import export_records
    from tfmdrill.render.console import open_console
    from tfmdrill.render.progress import print_exported

    with remembered() as records:
        written = write_document(file, export_records(records), force=force)
        print_exported(written, console=open_console())


@command.command("import", epilog=examples("tfmdrill progress import laptop.json"))
@click.argument("file", type=click.Path(path_type=Path))
def import_command(file: Path) -> None:
    """Add what another machine exported. What is here stays, and nothing is counted twice."""
    from tfmdrill.interview.moving import import_everything
    from tfmdrill.render.console import open_console
    from tfmdrill.render.progress import print_merged

    with remembered() as records:
        print_merged(import_everything(file, records, now()), console=open_console())
