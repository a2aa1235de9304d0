"""`tfmdrill shapes`: the shape of every assigned tensor, and the shape comments checked."""

from pathlib import Path

import click

from tfmdrill.cli.options import (
    complete_slug,
    examples,
    framework_option,
    json_option,
    pack_option,
    plain_option,
    server_option,
)
from tfmdrill.model.pack import Framework
from tfmdrill.model.shapes import ShapesReport


@click.command(
    "shapes",
    epilog=examples(
        "tfmdrill shapes attention_masks.py", "tfmdrill shapes mine.py --problem rope --json"
    ),
)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option(
    "--problem",
    metavar="SLUG",
    shell_complete=complete_slug,
    help="The problem, for a file whose first line doesn't say it.",
)
@framework_option
@server_option
@json_option
@plain_option
@pack_option
@click.pass_context
def command(
    context: click.Context,
    file: Path | None,
    problem: str | None,
    framework: Framework | None,
    keep_warm: bool,
    as_json: bool,
    plain: bool,
    packs: tuple[Path, ...],
) -> None:
    """Run a file on an example and check its shape comments.

    Shows the file with the shape of every assigned tensor beside the line. A comment such as
    `# (B, h, n, d)`, `# B h n d` or `# (B, n, d) -> (B, n, 3*d)` is compared with it symbol by
    symbol; a wrong or missing one is pointed at. Symbols are those of the problem, your own
    integers (`B, n, d = x.shape`), and new ones, which must then keep their size.

    Without FILE: the one file in this folder whose first line names a problem.
    """
    from tfmdrill.practice.grade import FilesToGrade, only_submitted_file, open_grader
    from tfmdrill.shapes import check_shapes, exit_code

    files = () if file is None else (file,)
    request = FilesToGrade(files, problem=problem, framework=framework, packs=packs,
                           keep_warm=keep_warm)  # fmt: skip
    item = only_submitted_file(request)
    with open_grader(request, [item.path]) as grader:
        report = check_shapes(item, grader)
    _show(report, as_json=as_json, plain=plain)
    context.exit(exit_code(report))


def _show(report: ShapesReport, *, as_json: bool, plain: bool) -> None:
    if as_json:
        from tfmdrill.render.document import shapes_json
        from tfmdrill.render.notices import print_document

        print_document(shapes_json(report))
        return
    from tfmdrill.render.console import open_console
    from tfmdrill.render.shapes import print_shapes

    print_shapes(report, console=open_console(plain=plain), plain=plain)
