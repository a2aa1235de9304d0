"""`tfmdrill course similar`: code of the class that is alike."""

from pathlib import Path

import click

from tfmdrill.cli.course.options import course_option, names_option, out_folder, out_option
from tfmdrill.cli.options import examples, json_option


@click.command(
    "similar",
    epilog=examples("tfmdrill course similar", "tfmdrill course similar --html similar.html"),
)
@click.option(
    "--html",
    "html",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write a page with the matching parts side by side.",
)
@click.option("--force", is_flag=True, help="Write over that file; the old one stays as a backup.")
@course_option
@out_option
@names_option
@json_option
def command(
    html: Path | None, force: bool, file: Path, out: Path | None, names: bool, as_json: bool
) -> None:
    """Show which submissions of the graded class are alike, whatever was renamed or moved.

    It is evidence for a person to weigh, not proof.
    """
    from tfmdrill.course.settings import read_course
    from tfmdrill.course.similar.finding import find_similar
    from tfmdrill.render.console import open_console
    from tfmdrill.render.notices import print_document, print_written
    from tfmdrill.render.similarity import print_similarity, similarity_json, similarity_page

    course = read_course(file)
    found = find_similar(course, out_folder(course, out), names=names)
    if as_json:
        print_document(similarity_json(found))
    else:
        print_similarity(found, console=open_console())
    if html is not None:
        from tfmdrill.practice.writing import write_asked

        written = write_asked(html, similarity_page(found).encode(), force=force)
        if not as_json:
            print_written(written, console=open_console())
