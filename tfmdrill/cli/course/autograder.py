"""`tfmdrill course autograder`: the zip that grades where students hand in."""

from pathlib import Path

import click

from tfmdrill.cli.course.options import course_option
from tfmdrill.cli.options import complete_slug, examples, pack_option


@click.command(
    "autograder",
    epilog=examples(
        "tfmdrill course autograder autograder.zip",
        "tfmdrill course autograder rope.zip --problems rope --problems softmax",
        "tfmdrill course autograder github.zip --github",
    ),
)
@click.argument("zip_file", metavar="OUT.zip", type=click.Path(path_type=Path))
@click.option(
    "--problems",
    multiple=True,
    metavar="SLUG",
    shell_complete=complete_slug,
    help="Only this problem; may be given several times.  [default: all of the course]",
)
@click.option("--github", is_flag=True, help="For a GitHub Actions workflow, not for Gradescope.")
@click.option("--force", is_flag=True, help="Write over that file; the old one stays as a backup.")
@course_option
@pack_option
def command(
    zip_file: Path,
    problems: tuple[str, ...],
    github: bool,
    force: bool,
    file: Path,
    packs: tuple[Path, ...],
) -> None:
    """Build OUT.zip, an autograder for Gradescope with the course's hidden half inside.

    tfmdrill is in it as it is installed here, and the versions of its libraries are pinned.
    """
    from tfmdrill.course.autograder.bundle import course_for, github_zip, gradescope_zip
    from tfmdrill.practice.writing import write_asked
    from tfmdrill.render.console import open_console
    from tfmdrill.render.course import print_autograder

    course = course_for(file, problems, packs)
    data = github_zip(course) if github else gradescope_zip(course)
    written = write_asked(zip_file, data, force=force)
    print_autograder(written, course, github=github, console=open_console())
