"""`tfmdrill dispute`: one file with everything needed to judge a verdict again."""

from pathlib import Path

import click

from tfmdrill.cli.clock import now
from tfmdrill.cli.options import complete_slug, examples, framework_option, pack_option
from tfmdrill.cli.remembering import remembered
from tfmdrill.interview.beside import refuse_beside, running
from tfmdrill.model.pack import Framework
from tfmdrill.practice.grade import FilesToGrade, grade_files, only_submitted_file


@click.command(
    "dispute", epilog=examples("tfmdrill dispute rope.py --says 'The result is a float64.'")
)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--problem", metavar="SLUG", shell_complete=complete_slug, help="As for grade.")
@framework_option
@click.option("--seed", type=click.IntRange(min=0), help="The seed of the verdict, as reported.")
@click.option("--says", default="", metavar="TEXT", help="What you think is right, and why.")
@pack_option
def command(
    file: Path | None,
    problem: str | None,
    framework: Framework | None,
    seed: int | None,
    says: str,
    packs: tuple[Path, ...],
) -> None:
    """Write a file about a verdict that you think is wrong.

    It is for whoever keeps the problem. FILE is graded again, with the seed that failed last
    unless one is given.
    """
    from tfmdrill.practice.dispute import write_dispute
    from tfmdrill.render.console import open_console
    from tfmdrill.render.document import report_json
    from tfmdrill.render.notices import print_dispute

    files = () if file is None else (file,)
    request = FilesToGrade(
        files=files, problem=problem, framework=framework, seed=seed, packs=packs
    )
    with remembered() as records:
        item = only_submitted_file(request)
        instead = "dispute a verdict when that is over"
        refuse_beside(item.problem.slug, running(records.database, now()), instead)
        (report,) = grade_files(request, [item], records, now())
        path = write_dispute(item, report, report_json([report]), says, Path())
        print_dispute(path, console=open_console())
